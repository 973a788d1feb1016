import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { UserImport } from "@/lib/features/migration/import/user-import";
import { endImport, findImport } from "@/lib/features/migration/import/user-import-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Cancels a running import. Users whose lines were applied stay. Idempotent.
 *  @throws ServiceError `missing`, and `conflict` for an import that is completed or has failed */
export function cancelUserImport(caller: Caller, id: string): Promise<UserImport> {
  return inTransaction(caller, async (db) => {
    const cancelled = await endImport(db, id, "cancelled", now());
    if (!cancelled) {
      const found = await findImport(db, id);
      if (!found) throw missing();
      if (found.status === "cancelled") return found;
      throw new ServiceError("conflict", { detail: `The import is ${found.status} already.` });
    }
    const { actor, context } = caller;
    const { lines, applied } = cancelled;
    await recordAuditEvent(db, {
      kind: "user_import.cancelled",
      actor,
      context,
      targets: [{ type: "user_import", id }],
      metadata: { lines, applied },
    });
    return cancelled;
  });
}
