import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { insertOperatorToken } from "@/lib/core/operators/operator-token-store";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { hashSecret, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Creates an operator token (`aop_…`), which reaches every route of the operator plane, or the
 *  configuration of one tenant. Only the returned value contains the token. Only the command line calls
 *  this: its user controls the installation already. `expiresAt` null means until it is revoked; `tenant`
 *  is the public id of the one tenant that it reaches.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function createOperatorToken(
  by: { actor: Actor; context: RequestContext },
  {
    name,
    expiresAt,
    tenant = null,
  }: { name: string; expiresAt: Date | null; tenant?: string | null },
): Promise<{ id: string; token: string; hint: string }> {
  const platform = await setUpPlatform(by.actor);
  const onlyTenantId =
    tenant === null ? null : await inOperatedTenant(tenant, async ({ tenantId }) => tenantId);
  const token = newSecret("aop_");
  const hint = secretHint(token);
  const id = await inTransaction(platform, async (db) => {
    const tokenHash = hashSecret(token);
    const made = await insertOperatorToken(db, { name, expiresAt, hint, tokenHash, onlyTenantId });
    await recordAuditEvent(db, {
      kind: "operator_token.created",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "operator_token", id: made, name }],
      metadata: { hint, expires_at: expiresAt?.toISOString() ?? null, ...(tenant && { tenant }) },
    });
    return made;
  });
  return { id, token, hint };
}
