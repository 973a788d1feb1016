import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { countPackageUses, deletePackageRow, lockPackage } from "@/lib/core/packages/package-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Deletes a package that no organization has and that is not the environment's default. The lock on its
 *  row stops parallel assignments.
 *  @throws ServiceError `missing`, or `conflict` for one in use */
export async function deletePackage(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const stored = await lockPackage(db, id);
    if (!stored) throw missing();
    const { workspaces, isDefault } = await countPackageUses(db, id);
    if (workspaces > 0 || isDefault)
      throw new ServiceError("conflict", {
        detail: isDefault
          ? "id: the package is the default of this environment's entitlement policy."
          : `id: ${workspaces} organization(s) have this package; give these organizations another package first.`,
        says: isDefault
          ? { name: "packageIsDefault" }
          : { name: "packageInUse", organizations: workspaces },
      });
    await Promise.all([
      deletePackageRow(db, id),
      recordAuditEvent(db, {
        kind: "package.deleted",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "package", id, name: stored.name }],
        metadata: { key: stored.key },
      }),
    ]);
  });
}
