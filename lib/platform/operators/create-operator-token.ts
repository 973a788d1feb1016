import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import { hashSecret, newSecret, secretHint } from "@/lib/crypto/secrets";
import { inTransaction } from "@/lib/db/transaction";
import { insertOperatorToken } from "@/lib/platform/operators/operator-token-store";
import { setUpPlatform } from "@/lib/platform/set-up-platform";

/** Makes an operator token (`aop_…`), which reaches every route of the operator plane. The token is only in the
 *  answer. Nothing but the command line calls this: whoever may make one holds the installation already.
 *  @param wanted `expiresAt` null is until it is revoked */
export async function createOperatorToken(
  by: { actor: Actor; context: RequestContext },
  wanted: { name: string; expiresAt: Date | null },
): Promise<{ id: string; token: string; hint: string }> {
  const platform = await setUpPlatform(by.actor);
  const token = newSecret("aop_");
  const hint = secretHint(token);
  const id = await inTransaction(platform, async (db) => {
    const made = await insertOperatorToken(db, {
      ...wanted,
      hint,
      tokenHash: hashSecret(token),
    });
    await recordAuditEvent(db, {
      kind: "operator_token.created",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "operator_token", id: made, name: wanted.name }],
      metadata: { hint, expires_at: wanted.expiresAt?.toISOString() ?? null },
    });
    return made;
  });
  return { id, token, hint };
}
