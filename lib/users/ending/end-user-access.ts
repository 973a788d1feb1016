import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { Queryable } from "@/lib/db/queryable";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { type Ending, endSessions } from "@/lib/sessions/end-sessions";
import { revokeTrustedDevices } from "@/lib/trusted-devices/revoke-trusted-devices";
import { lockUser } from "@/lib/users/user-store";

/** Signs a user out everywhere: all sessions, direct and hosted, with the relying parties told. They may sign in
 *  again at once.
 *  @returns how many sessions were ended
 *  @throws ServiceError `missing` */
export function endUserSessions(caller: Caller, userId: string): Promise<number> {
  return forUser(caller, userId, (db, by) => endSessions(db, { userId }, by));
}

/** Forgets every device that a user trusted: the next sign-in asks for a code again where the policy says so.
 *  @returns how many were trusted
 *  @throws ServiceError `missing` */
export function forgetUserDevices(caller: Caller, userId: string): Promise<number> {
  return forUser(caller, userId, (db, by) => revokeTrustedDevices(db, { userId }, by));
}

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
