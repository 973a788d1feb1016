import type { Feature } from "@/lib/features/feature";

/** A tenant's configuration as a file: export, plan and apply. */
export const feature = {
  name: "configuration",
  needs: ["migration"],
  files: [
    "cli/commands/configuration-input.ts",
    "cli/commands/plan-shown.ts",
    "cli/commands/tenant-configuration.ts",
  ],
  commands: [
    {
      within: "tenant",
      load: async () =>
        (await import("@/cli/commands/tenant-configuration")).addTenantConfigurationCommands,
    },
  ],
} satisfies Feature;
