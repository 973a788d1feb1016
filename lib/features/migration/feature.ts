import type { Feature } from "@/lib/features/feature";
import { readEnabledSystem } from "@/lib/features/migration/previous-system/previous-system-store";

/** Moves users from and to other systems: imports, exports, and sign-ins whose password a previous system
 *  verifies. */
export const feature = {
  name: "migration",
  files: [
    "app/api/v1/management/user-imports",
    "app/api/v1/operator/tenants/[id]/environments/[key]/previous-system",
    "app/dashboard/[tenant]/[environment]/previous-system",
    "app/dashboard/[tenant]/[environment]/users/imports",
    "app/dashboard/[tenant]/[environment]/users/bulk/export-preview.tsx",
    "app/dashboard/[tenant]/[environment]/users/export",
    "app/dashboard/[tenant]/[environment]/users/user-files.ts",
    "cli/commands/users.ts",
    "cli/commands/users.test.ts",
    "e2e/dashboard-imports.spec.ts",
    "e2e/dashboard-previous-system.spec.ts",
  ],
  menu: ["previous-system"],
  jobs: {
    "users.import": async () => {
      await (await import("@/lib/features/migration/bulk/apply-user-imports")).applyUserImports();
    },
  },
  sweeps: {
    sweepImportLines: async () =>
      (await import("@/lib/features/migration/import/sweep-user-imports")).sweepImportLines(),
    sweepImportProblems: async () =>
      (await import("@/lib/features/migration/import/sweep-user-imports")).sweepImportProblems(),
    sweepDryRunProblems: async () =>
      (await import("@/lib/features/migration/import/sweep-user-imports")).sweepDryRunProblems(),
    sweepUserImports: async () =>
      (await import("@/lib/features/migration/import/sweep-user-imports")).sweepUserImports(),
  },
  commands: [
    {
      after: "user",
      load: async () => (await import("@/cli/commands/users")).addUsersCommands,
    },
  ],
  findPasswordSource: async (db) => {
    const system = await readEnabledSystem(db);
    if (!system) return null;
    return async (caller, presented) => {
      const { takeFromPreviousSystem } = await import(
        "@/lib/features/migration/previous-system/take-from-previous-system"
      );
      return takeFromPreviousSystem(caller, system, presented);
    };
  },
  onUserErased: async (db, user) => {
    const { forgetImported } = await import("@/lib/features/migration/import/import-line-store");
    await forgetImported(db, user);
  },
} satisfies Feature;
