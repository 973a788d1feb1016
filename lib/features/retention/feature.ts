import type { Feature } from "@/lib/features/feature";

/** The lifetime of a tenant's audit events, and the hold that retains everything of any age. */
export const feature = {
  name: "retention",
  files: [
    "app/api/v1/operator/retention",
    "app/api/v1/operator/tenants/[id]/hold",
    "app/api/v1/operator/tenants/[id]/retention",
    "app/dashboard/operator/tenants/[id]/retention-forms.tsx",
    "app/dashboard/operator/tenants/retention-actions.ts",
    "cli/commands/tenant-retention.ts",
  ],
  sweeps: {
    sweepIngestedEvents: async () =>
      (await import("@/lib/features/retention/retain-events")).sweepIngestedEvents(),
    forgetStrangers: async () =>
      (await import("@/lib/features/retention/forget-strangers")).pseudonymiseUserlessEvents(),
    retainAuditEvents: async () =>
      (await import("@/lib/features/retention/retain-events")).retainAuditEvents(),
  },
  commands: [
    {
      within: "tenant",
      load: async () =>
        (await import("@/cli/commands/tenant-retention")).addTenantRetentionCommands,
    },
  ],
} satisfies Feature;
