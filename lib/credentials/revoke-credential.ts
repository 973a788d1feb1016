import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { revokeCredentialRow } from "@/lib/credentials/credential-store";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";

/** Ends a credential for good, and with it every token it was issued. Ending it again changes nothing.
 *  @throws ServiceError `missing` when the environment has none with this id */
export async function revokeCredential(caller: Caller, id: string): Promise<void> {
  await inTenant(caller, async (transaction) => {
    const outcome = await revokeCredentialRow(transaction, id, now());
    if (outcome === "unknown") throw missing();
    if (outcome === "revoked_before") return;
    await recordAuditEvent(transaction, {
      kind: "credential.revoked",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "credential", id }],
    });
  });
}
