import type { Feature } from "@/lib/features/feature";

const sweeps = () => import("@/lib/features/statistics/sweep-statistics");

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
    sweepEventCounts: async () => (await sweeps()).sweepEventCounts(),
    sweepActiveUsers: async () => (await sweeps()).sweepActiveUsers(),
    sweepActiveUserDays: async () => (await sweeps()).sweepActiveUserDays(),
  },
  checks: async () => [(await import("@/cli/doctor/undelivered")).undelivered],
} satisfies Feature;
