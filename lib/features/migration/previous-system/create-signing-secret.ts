import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  insertSigningSecret,
  listSigningSecrets,
} from "@/lib/features/migration/previous-system/previous-system-store";
import { newSigningSecret } from "@/lib/features/migration/previous-system/signed-question";
import type { Caller } from "@/lib/kernel/caller";
import { seal } from "@/lib/kernel/crypto/seal";
import { secretHint } from "@/lib/kernel/crypto/secrets";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Creates a secret (`whsec_…`) that signs requests to the previous system from now on, beside the previous
 *  one. The response is the only place with the secret; it is stored sealed.
 *  @throws ServiceError `conflict` if there are two already */
export async function createSigningSecret(
  caller: Caller,
): Promise<{ id: string; secret: string; hint: string }> {
  const secret = newSigningSecret();
  const [id, hint] = [newId(), secretHint(secret)];
  try {
    return await inTransaction(caller, async (db) => {
      const taken = (await listSigningSecrets(db)).map(({ slot }) => slot);
      const slot = [1, 2].find((candidate) => !taken.includes(candidate));
      if (!slot) throw twoAreLive();
      const sealed = seal("previous-system-secret", id, secret);
      await insertSigningSecret(db, { id, sealed, hint, slot });
      await recordAuditEvent(db, {
        kind: "previous_system.secret_created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "previous_system_secret", id, name: hint }],
      });
      return { id, secret, hint };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? twoAreLive() : error;
  }
}

function twoAreLive(): ServiceError {
  return new ServiceError("conflict", {
    detail: "There are two secrets already; revoke one of them first.",
    says: { name: "previousSystemHasTwoSecrets" },
  });
}
