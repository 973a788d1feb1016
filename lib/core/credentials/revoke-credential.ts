import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { revokeCredentialRow } from "@/lib/core/credentials/credential-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Ends a credential for good, and with it every token it was issued. Ending it again changes nothing.
 *  @throws ServiceError `missing` when the environment has none with this id */
export async function revokeCredential(caller: Caller, id: string): Promise<void> {
  await inTransaction(caller, async (db) => {
    const outcome = await revokeCredentialRow(db, id, now());
    if (outcome === "unknown") throw missing();
    if (outcome === "revoked_before") return;
    await recordAuditEvent(db, {
      kind: "credential.revoked",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "credential", id }],
    });
  });
}
