import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { MOST_GRACE_SECONDS } from "@/lib/core/oidc-clients/client-methods";
import { deletePayloadsOfGrant } from "@/lib/core/oidc-payloads/ended-payload-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { secondsAfter } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** How often a used refresh token is answered once more, over all processes. */
const TIMES = 5;

/** Since when something may have been used that comes back at this moment without it meaning theft: a client's answer got lost, or two
 *  of its tabs asked at once.
 *  @returns null without a grace: what was used at this very moment is used too */
export function graceBegan(at: Date, graceSeconds: number): Date | null {
  return graceSeconds === 0 ? null : secondsAfter(at, -graceSeconds);
}

/** Takes one of the times that a token which was used is answered once more.
 *  @param id as its holder presents it
 *  @returns whether one was left */
export async function takeAnswerAgain(id: string): Promise<boolean> {
  // It begins with the first time, and the grace before: it ends when no answer is possible any more.
  const budget = { name: "refresh-again", points: TIMES, seconds: 2 * MOST_GRACE_SECONDS };
  return (await takePoint(budget, bucketKey("refresh", id))).allowed;
}

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
