import { forAccount, requireCurrent } from "@/lib/core/account-security/for-account";
import { type Ending, endSessions } from "@/lib/core/sessions/end-sessions";
import { type AccountOwner, listAccountSessions } from "@/lib/core/sessions/open-session-store";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Ends a user's other sessions that belong to the app, including those that expired and left tokens with
 *  a relying party; the current one stays.
 *  @param current the account-session handle of the one that stays
 *  @returns how many were ended
 *  @throws ServiceError `missing` for an invalid pair of user and app, and unless `current` is a live
 *  handle of it */
export function revokeOtherSessions(
  caller: Caller,
  owner: AccountOwner,
  current: string,
): Promise<number> {
  const by = endingBy(caller);
  return forAccount(caller, owner, (db) => endOthers(db, owner, current, by));
}

/** Like `revokeOtherSessions`, and ends the trust in every device: for a user who suspects that an
 *  attacker was signed in.
 *  @throws ServiceError as `revokeOtherSessions` */
export function revokeOthersAndDevices(
  caller: Caller,
  owner: AccountOwner,
  current: string,
): Promise<{ sessions: number; devices: number }> {
  const by = endingBy(caller);
  return forAccount(caller, owner, async (db) => ({
    sessions: await endOthers(db, owner, current, by),
    devices: await revokeTrustedDevices(db, { userId: owner.userId }, by),
  }));
}

async function endOthers(
  db: Queryable,
  owner: AccountOwner,
  handle: string,
  by: Ending,
): Promise<number> {
  const current = await requireCurrent(db, owner, handle, by.at);
  const { userId, appId } = owner;
  if (appId === null) return endSessions(db, { userId, except: current.id }, by);
  const sessions = await listAccountSessions(db, owner, by.at);
  const sessionIds = sessions.map(({ id }) => id).filter((id) => id !== current.id);
  return endSessions(db, { userId, sessionIds }, by);
}

function endingBy({ actor, context }: Caller): Ending {
  return { actor, context, reason: "account_security", at: now() };
}
