import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { RequestContext, TenantScope } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { deletePayloadsOfGrant } from "@/lib/oidc/payloads/ended-payload-store";

/** How long after a rotation the old token may come back without it meaning theft: a client whose answer
 *  got lost, or two of its threads at once (contract, OAuth and OpenID Connect). */
export const REUSE_LENIENCY_SECONDS = 10;

/** Ends the family of a refresh token that was rotated away and came back too late: somebody holds a copy,
 *  and nobody can tell who is who (RFC 9700 §4.14.2). The caller then refuses the request. */
export async function endReusedFamily(
  scope: TenantScope,
  family: { grantId: string; userId: string; clientId: string },
  context: RequestContext,
): Promise<void> {
  await inTransaction(scope, (db) =>
    Promise.all([
      deletePayloadsOfGrant(db, family.grantId),
      recordAuditEvent(db, {
        kind: "oidc.refresh_reuse_detected",
        actor: { type: "service", id: "oidc" },
        context,
        targets: [{ type: "user", id: family.userId }],
        metadata: { client_id: family.clientId },
      }),
    ]),
  );
}
