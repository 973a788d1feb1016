import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  endCredentialSecret,
  lockCredential,
} from "@/lib/core/credentials/credential-secret-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Retires one of a credential's two secrets: no token is issued for it any more. A token is the
 *  credential's, not the secret's, so tokens it was exchanged for work until they expire, 15 minutes at
 *  most; to stop them at once, revoke the credential. The last live secret can't be retired by mistake:
 *  that would stop everything as a revocation does, without being one.
 *  @throws ServiceError `missing` for one that is unknown or has ended, `conflict` for the last one */
export async function retireCredentialSecret(
  caller: Caller,
  credentialId: string,
  secretId: string,
): Promise<void> {
  await inTransaction(caller, async (db) => {
    const credential = await lockCredential(db, credentialId);
    const secret = credential?.secrets.find((live) => live.id === secretId);
    if (!credential || !secret) throw missing();
    if (credential.secrets.length === 1)
      throw new ServiceError("conflict", {
        detail:
          "This is the credential's only live secret. Add another secret first, or revoke the credential.",
        says: { name: "lastCredentialSecret" },
      });
    if (!(await endCredentialSecret(db, credentialId, secretId, now()))) throw missing();
    await recordAuditEvent(db, {
      kind: "credential.secret_retired",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "credential", id: credentialId, name: credential.name }],
      metadata: { secret_id: secretId, hint: secret.hint },
    });
  });
}
