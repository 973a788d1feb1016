import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { queueLogouts } from "@/lib/core/backchannel-logout/queue-logouts";
import {
  endProviderSessions,
  endProviderState,
} from "@/lib/core/oidc-payloads/ended-payload-store";
import {
  type EndedSession,
  revokeSessions,
  type WhichSessions,
} from "@/lib/core/sessions/open-session-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Who ends sessions, and why; the reason is a word for the audit trail. */
export interface Ending {
  actor: Actor;
  context: RequestContext;
  reason: string;
  /** What whoever ends them had to say, for the audit trail. */
  note?: string | undefined;
  at: Date;
}

/** Ends a user's open sessions at once, direct and hosted; one that ended by itself is open while relying parties
 *  hold tokens of it. With a hosted one go the provider's session, its
 *  grants and every token that came out of them, and each relying party that took part is told by
 *  back-channel logout. Everything is part of the caller's transaction.
 *  @returns how many were ended; ending what is over already is 0 and leaves no trace */
export async function endSessions(
  db: Queryable,
  which: WhichSessions,
  by: Ending,
): Promise<number> {
  const ended = await revokeSessions(db, which, by);
  await Promise.all(ended.map((session) => auditEnd(db, which.userId, session, by)));
  const hosted = ended.filter(({ kind }) => kind === "hosted");
  if (hosted.length > 0) {
    // Before the sessions' payloads go: which relying parties took part is read from our own rows.
    await queueLogouts(
      db,
      hosted.map(({ id }) => id),
      by.at,
    );
    const oidcSessionUids = hosted.flatMap(({ oidcSessionUid }) => oidcSessionUid ?? []);
    await endProviderSessions(db, { userId: which.userId, oidcSessionUids });
  }
  // All of them: whatever the provider holds for the user goes, also what belongs to no session any more.
  if (!which.sessionIds)
    await endProviderState(db, {
      userId: which.userId,
      exceptSessionId: which.except ?? null,
    });
  return ended.length;
}

function auditEnd(
  db: Queryable,
  userId: string,
  session: EndedSession,
  { actor, context, reason, note, at }: Ending,
): Promise<void> {
  return recordAuditEvent(db, {
    kind: "session.revoked",
    actor,
    context,
    targets: [
      { type: "session", id: session.id },
      { type: "user", id: userId },
    ],
    metadata: {
      kind: session.kind,
      account_session_id: session.accountSessionId,
      reason,
      ...(note ? { note } : {}),
    },
    at,
  });
}
