import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { deleteSigningSecret } from "@/lib/users/previous-system/previous-system-store";

/** Ends a secret at once: nothing is signed with it any more, and nothing of it is kept. Without another one the previous system
 *  is not asked.
 *  @throws ServiceError `missing` when the environment has none with this id */
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
