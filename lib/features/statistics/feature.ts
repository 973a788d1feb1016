import type { Feature } from "@/lib/features/feature";

/** Counts of events by the hour and of active users by the day, which the dashboard's plots show. */
export const feature = {
  name: "statistics",
  files: [
    "app/dashboard/_charts",
    "app/dashboard/[tenant]/[environment]/_overview/activity.tsx",
    "app/dashboard/[tenant]/[environment]/_overview/figures.tsx",
    "app/dashboard/[tenant]/[environment]/_overview/read-activity.ts",
    "app/dashboard/[tenant]/[environment]/_overview/sign-in-chart.tsx",
    "app/dashboard/[tenant]/[environment]/audit/activity-chart.tsx",
    "app/dashboard/[tenant]/[environment]/audit/activity-span.ts",
    "app/dashboard/operator/overview",
    "cli/doctor/undelivered.ts",
    "e2e/dashboard-overview.spec.ts",
  ],
  menu: ["/dashboard/operator/overview"],
  jobs: {
    "events.count": async () => {
      await (await import("@/lib/features/statistics/count-events")).countEvents();
    },
  },
  sweeps: {
    sweepEventCounts: async () =>
      (await import("@/lib/features/statistics/sweep-statistics")).sweepEventCounts(),
    sweepActiveUsers: async () =>
      (await import("@/lib/features/statistics/sweep-statistics")).sweepActiveUsers(),
    sweepActiveUserDays: async () =>
      (await import("@/lib/features/statistics/sweep-statistics")).sweepActiveUserDays(),
  },
  checks: async () => [(await import("@/cli/doctor/undelivered")).undelivered],
} satisfies Feature;
