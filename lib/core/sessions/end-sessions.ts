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

/** Actor and reason of an end of sessions; the reason is a term of the audit trail. */
export interface Ending {
  actor: Actor;
  context: RequestContext;
  reason: string;
  /** The actor's note for the audit trail. */
  note?: string | undefined;
  at: Date;
}

/** Ends a user's open sessions at once, direct and hosted; an expired one is open while relying parties
 *  hold tokens of it. Ending a hosted one ends the provider's session, its grants and every token issued
 *  from them, and notifies each relying party that took part by back-channel logout. Everything is part of
 *  the caller's transaction.
 *  @returns how many were ended; ending a session that has ended already is 0 and leaves no trace */
export async function endSessions(
  db: Queryable,
  which: WhichSessions,
  by: Ending,
): Promise<number> {
  const ended = await revokeSessions(db, which, by);
  await Promise.all(ended.map((session) => auditEnd(db, which.userId, session, by)));
  const hosted = ended.filter(({ kind }) => kind === "hosted");
  if (hosted.length > 0) {
    // Before the sessions' payloads are deleted: our own rows name the relying parties that took part.
    await queueLogouts(
      db,
      hosted.map(({ id }) => id),
      by.at,
    );
    const oidcSessionUids = hosted.flatMap(({ oidcSessionUid }) => oidcSessionUid ?? []);
    await endProviderSessions(db, { userId: which.userId, oidcSessionUids });
  }
  // All of them: every provider state of the user is deleted, including state that belongs to no session any
  // more.
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
