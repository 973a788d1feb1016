import { setUpPlatform } from "@/lib/administrators/set-up-platform";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import { hashSecret, newSecret, secretHint } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { insertOperatorToken } from "@/lib/operators/operator-token-store";

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
  const id = await inTenant(platform, async (transaction) => {
    const made = await insertOperatorToken(transaction, {
      ...wanted,
      hint,
      tokenHash: hashSecret(token),
    });
    await recordAuditEvent(transaction, {
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
