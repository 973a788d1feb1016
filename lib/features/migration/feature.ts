import type { Extensions } from "@/lib/core/extensions";
import { readEnabledSystem } from "@/lib/features/migration/previous-system/previous-system-store";

/** Moves users from and to other systems: imports, exports, and sign-ins whose password a previous system
 *  verifies. */
export const migration: Extensions = {
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
};
