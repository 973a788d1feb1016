import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import { queueLogouts } from "@/lib/backchannel-logout/queue-logouts";
import type { Actor, RequestContext } from "@/lib/caller";
import type { TenantTransaction } from "@/lib/db";
import { endProviderSessions, endProviderState } from "@/lib/oidc-payloads/ended-session-store";
import {
  type EndedSession,
  revokeSessions,
  type WhichSessions,
} from "@/lib/sessions/revoked-session-store";

/** Who ends sessions, and why; the reason is a word for the audit trail. */
export interface Ending {
  actor: Actor;
  context: RequestContext;
  reason: string;
  at: Date;
}

/** Ends a user's open sessions at once, direct and hosted; one that ended by itself is open while relying parties
 *  hold tokens of it. With a hosted one go the provider's session, its
 *  grants and every token that came out of them, and each relying party that took part is told by
 *  back-channel logout. Everything is part of the caller's transaction.
 *  @returns how many were ended; ending what is over already is 0 and leaves no trace */
export async function endSessions(
  transaction: TenantTransaction,
  which: WhichSessions,
  by: Ending,
): Promise<number> {
  const ended = await revokeSessions(transaction, which, by);
  for (const session of ended) await auditEnd(transaction, which.userId, session, by);
  const hosted = ended.filter(({ kind }) => kind === "hosted");
  if (hosted.length > 0) {
    // Before the sessions' payloads go: which relying parties took part is read from our own rows.
    await queueLogouts(
      transaction,
      hosted.map(({ id }) => id),
      by.at,
    );
    const oidcSessionUids = hosted.flatMap(({ oidcSessionUid }) => oidcSessionUid ?? []);
    await endProviderSessions(transaction, { userId: which.userId, oidcSessionUids });
  }
  // All of them: whatever the provider holds for the user goes, also what belongs to no session any more.
  if (!which.sessionIds)
    await endProviderState(transaction, {
      userId: which.userId,
      exceptSessionId: which.except ?? null,
    });
  return ended.length;
}

function auditEnd(
  transaction: TenantTransaction,
  userId: string,
  session: EndedSession,
  { actor, context, reason, at }: Ending,
): Promise<void> {
  return recordAuditEvent(transaction, {
    kind: "session.revoked",
    actor,
    context,
    targets: [
      { type: "session", id: session.id },
      { type: "user", id: userId },
    ],
    metadata: { kind: session.kind, reason },
    at,
  });
}
