import { type Ending, endSessions } from "@/lib/core/sessions/end-sessions";
import { findSession } from "@/lib/core/sessions/live-session";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Signs a user out everywhere: all sessions, direct and hosted, and notifies the relying parties. They
 *  may sign in again at once.
 *  @param why for an end that no administrator caused
 *  @returns how many sessions were ended
 *  @throws ServiceError `missing` */
export function endUserSessions(
  caller: Caller,
  userId: string,
  why: Partial<Why> = {},
): Promise<number> {
  return forUser(caller, userId, (db, by) => endSessions(db, { userId }, { ...by, ...why }));
}

/** Ends one session, direct or hosted, and notifies the relying parties.
 *  @returns the session's user, and whether this call ended it: a session that has ended already is
 *  unchanged
 *  @throws ServiceError `missing` when the environment has no such session */
export function endUserSession(
  caller: Caller,
  sessionId: string,
  why: Why,
): Promise<{ userId: string; ended: boolean }> {
  const { actor, context } = caller;
  return inTransaction(caller, async (db) => {
    const facts =
      (await findSession(db, sessionId, "direct")) ?? (await findSession(db, sessionId, "hosted"));
    if (!facts) throw missing();
    const userId = facts.user.id;
    await lockUser(db, userId);
    const which = { userId, sessionIds: [facts.session.id] };
    const ended = await endSessions(db, which, { actor, context, at: now(), ...why });
    return { userId, ended: ended > 0 };
  });
}

/** Ends the trust in all of a user's devices: the next sign-in requires a code again if the policy says
 *  so.
 *  @returns how many were trusted
 *  @throws ServiceError `missing` */
export function forgetUserDevices(caller: Caller, userId: string): Promise<number> {
  return forUser(caller, userId, (db, by) => revokeTrustedDevices(db, { userId }, by));
}

/** Reason of a session's end: a term, and a note. */
type Why = Pick<Ending, "reason" | "note">;

function forUser(
  caller: Caller,
  userId: string,
  work: (db: Queryable, by: Ending) => Promise<number>,
): Promise<number> {
  const { actor, context } = caller;
  return inTransaction(caller, async (db) => {
    if (!(await lockUser(db, userId))) throw missing();
    return work(db, { actor, context, reason: "ended_by_administrator", at: now() });
  });
}
