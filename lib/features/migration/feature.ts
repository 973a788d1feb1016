import type { Extensions } from "@/lib/core/extensions";
import { forgetImported } from "@/lib/features/migration/import/import-line-store";
import { readEnabledSystem } from "@/lib/features/migration/previous-system/previous-system-store";
import { takeFromPreviousSystem } from "@/lib/features/migration/previous-system/take-from-previous-system";

/** Moves users from and to other systems: imports, exports, and sign-ins whose password a previous system
 *  verifies. */
export const migration: Extensions = {
  findPasswordSource: async (db) => {
    const system = await readEnabledSystem(db);
    return system && ((caller, presented) => takeFromPreviousSystem(caller, system, presented));
  },
  onUserErased: forgetImported,
};
