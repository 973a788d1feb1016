import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { MOST_GRACE_SECONDS } from "@/lib/core/oidc-clients/client-methods";
import { deletePayloadsOfGrant } from "@/lib/core/oidc-payloads/ended-payload-store";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";
import { secondsAfter } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Most further answers to a used refresh token, over all processes. */
const TIMES = 5;

/** Earliest time of use of a code or token that may be presented again now without being treated as stolen:
 *  the client lost an answer, or two of its tabs sent requests at once.
 *  @returns null without a grace period: even one used at this moment counts as used */
export function graceStart(at: Date, graceSeconds: number): Date | null {
  return graceSeconds === 0 ? null : secondsAfter(at, -graceSeconds);
}

/** Takes one of the further answers to a used token.
 *  @param id as its holder presents it
 *  @returns whether one was left */
export async function takeFurtherAnswer(id: string): Promise<boolean> {
  // The window starts with the first further answer, at most a grace period after the use. It ends when no
  // further answer is possible.
  const budget = { name: "refresh-again", points: TIMES, seconds: 2 * MOST_GRACE_SECONDS };
  return (await takePoint(budget, bucketKey("refresh", id))).allowed;
}

/** Ends the family of a refresh token that was rotated and presented again too late: a copy exists, and its
 *  holder is indistinguishable from the client (RFC 9700 §4.14.2). The caller then refuses the request. */
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
