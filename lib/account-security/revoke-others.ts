import {
  type AccountOwner,
  listAccountSessions,
} from "@/lib/account-security/account-session-store";
import { forAccount, requireCurrent } from "@/lib/account-security/for-account";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";
import { type Ending, endSessions } from "@/lib/sessions/end-sessions";
import { revokeTrustedDevices } from "@/lib/trusted-devices/revoke-trusted-devices";

/** Ends a user's other sessions that belong to the app, those that ended by themselves and left tokens with a
 *  relying party too; the current one stays.
 *  @param current the account-session handle of the one that stays
 *  @returns how many were ended
 *  @throws ServiceError `missing` for a pair that is not one, and unless `current` is a live handle of it */
export function revokeOtherSessions(
  caller: Caller,
  owner: AccountOwner,
  current: string,
): Promise<number> {
  const by = endingBy(caller);
  return forAccount(caller, owner, (t) => endOthers(t, owner, current, by));
}

/** The same, and forgets every trusted device: for somebody who thinks that a stranger was in.
 *  @throws ServiceError as `revokeOtherSessions` */
export function revokeOthersAndDevices(
  caller: Caller,
  owner: AccountOwner,
  current: string,
): Promise<{ sessions: number; devices: number }> {
  const by = endingBy(caller);
  return forAccount(caller, owner, async (transaction) => ({
    sessions: await endOthers(transaction, owner, current, by),
    devices: await revokeTrustedDevices(transaction, { userId: owner.userId }, by),
  }));
}

async function endOthers(
  transaction: TenantTransaction,
  owner: AccountOwner,
  handle: string,
  by: Ending,
): Promise<number> {
  const current = await requireCurrent(transaction, owner, handle, by.at);
  const { userId, appId } = owner;
  if (appId === null) return endSessions(transaction, { userId, except: current.id }, by);
  const sessions = await listAccountSessions(transaction, owner, by.at);
  const sessionIds = sessions.map(({ id }) => id).filter((id) => id !== current.id);
  return endSessions(transaction, { userId, sessionIds }, by);
}

function endingBy({ actor, context }: Caller): Ending {
  return { actor, context, reason: "account_security", at: now() };
}
