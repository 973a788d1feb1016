import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  insertCredentialSecret,
  lockCredential,
} from "@/lib/core/credentials/credential-secret-store";
import type { Caller } from "@/lib/kernel/caller";
import { hashSecret, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Creates a second secret for a credential, so that a rotation has an overlap: both work until one is
 *  retired. Only this response contains it.
 *  @throws ServiceError `missing`, `conflict` when two are live already */
export async function addCredentialSecret(
  caller: Caller,
  credentialId: string,
): Promise<{ id: string; secret: string; hint: string }> {
  const secret = newSecret("as_");
  const hint = secretHint(secret);
  return inTransaction(caller, async (db) => {
    const credential = await lockCredential(db, credentialId);
    if (!credential) throw missing();
    const slot = [1, 2].find((free) => !credential.secrets.some((taken) => taken.slot === free));
    if (!slot)
      throw new ServiceError("conflict", {
        detail: "The credential has two live secrets already; retire one secret first.",
        says: { name: "credentialHasTwoSecrets" },
      });
    const row = { credentialId, secretHash: hashSecret(secret), hint, slot };
    const id = await insertCredentialSecret(db, row);
    await recordAuditEvent(db, {
      kind: "credential.secret_added",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "credential", id: credentialId, name: credential.name }],
      metadata: { secret_id: id, hint },
    });
    return { id, secret, hint };
  });
}
