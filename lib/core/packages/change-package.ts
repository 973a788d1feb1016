import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { packageKeyTaken } from "@/lib/core/packages/create-package";
import type { Package, PackageFields } from "@/lib/core/packages/package";
import { lockPackage, updatePackage } from "@/lib/core/packages/package-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes a package. An inactive one stops the issue of tokens for the organizations that have it
 *  (`package_inactive`) when the app requires a package.
 *  @throws ServiceError `missing`, or `conflict` when the key is taken */
export async function changePackage(
  caller: Caller,
  id: string,
  changes: Partial<PackageFields>,
): Promise<Package> {
  try {
    return await inTransaction(caller, async (db) => {
      const stored = await lockPackage(db, id);
      if (!stored) throw missing();
      const changed = changedFields<PackageFields>(stored, changes);
      if (changed.length === 0) return stored;
      const [updated] = await Promise.all([
        updatePackage(db, id, changes),
        recordAuditEvent(db, {
          kind: "package.updated",
          actor: caller.actor,
          context: caller.context,
          targets: [{ type: "package", id, name: stored.name }],
          metadata: { changed },
        }),
      ]);
      return updated;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? packageKeyTaken() : error;
  }
}
