import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { deleteSigningSecret } from "@/lib/features/migration/previous-system/previous-system-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Revokes and deletes a secret at once. Without another one the previous system is disabled in effect.
 *  @throws ServiceError `missing` if the environment has none with this id */
export async function revokeSigningSecret(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    if (!(await deleteSigningSecret(db, id))) throw missing();
    await recordAuditEvent(db, {
      kind: "previous_system.secret_revoked",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "previous_system_secret", id }],
    });
  });
}
