import type { Feature } from "@/lib/features/feature";

/** The trail as a log that its readers can verify: checkpoints, proofs, witnesses and auditors. */
export const feature = {
  name: "audit-log",
  files: [
    "app/api/v1/management/audit-events",
    "app/api/v1/management/audit-log",
    "app/dashboard/[tenant]/[environment]/audit/[event]/proof",
    "app/dashboard/[tenant]/[environment]/audit/_proof",
    "app/dashboard/[tenant]/[environment]/audit/log",
    "app/dashboard/[tenant]/[environment]/audit/proof",
    "cli/audit",
    "cli/commands/audit.ts",
    "cli/commands/audit-export.ts",
    "cli/commands/audit-follow.ts",
    "cli/commands/audit-keys.ts",
    "cli/commands/audit-verify.ts",
    "cli/commands/verified-shown.ts",
    "cli/commands/whose-log.ts",
    "cli/doctor/audit-logs.ts",
    "cli/follow",
    "e2e/audit-follow.spec.ts",
    "e2e/audit-proof.spec.ts",
  ],
  jobs: {
    "auditors.mail": async () => {
      await (await import("@/lib/features/audit-log/auditor/mail-checkpoints")).mailCheckpoints();
    },
  },
  loops: [
    async () => (await import("@/lib/features/audit-log/log/keep-sequencing")).keepSequencing(),
    async () => (await import("@/lib/features/audit-log/witness/keep-cosigning")).keepCosigning(),
  ],
  registerMetrics: async () =>
    (await import("@/lib/features/audit-log/witness/log-gauges")).registerLogGauges(),
  commands: [
    { after: "session", load: async () => (await import("@/cli/commands/audit")).addAuditCommands },
  ],
  checks: async () => [(await import("@/cli/doctor/audit-logs")).auditLogs],
} satisfies Feature;
