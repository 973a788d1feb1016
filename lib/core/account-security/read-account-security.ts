import { forAccount } from "@/lib/core/account-security/for-account";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import {
  type AccountOwner,
  type AccountSession,
  listAccountSessions,
} from "@/lib/core/sessions/open-session-store";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { listLiveTrustedDevices } from "@/lib/core/trusted-devices/trusted-device-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";

/** Returns a user's open sessions that belong to the app, with the policy that decides when they end.
 *  @throws ServiceError `missing` for an invalid pair of user and app */
export function readAccountSessions(
  caller: Caller,
  owner: AccountOwner,
): Promise<{ sessions: AccountSession[]; policy: SecurityPolicy }> {
  return forAccount(caller, owner, async (db) => {
    const [sessions, policy] = await Promise.all([
      listAccountSessions(db, owner, now()),
      readSecurityPolicy(db),
    ]);
    return { sessions, policy };
  });
}

/** Returns the devices on which a user signs in without a code. Trust belongs to the user, not to one app.
 *  @throws ServiceError `missing` for an invalid pair of user and app */
export function readTrustedDevices(caller: Caller, owner: AccountOwner): Promise<TrustedDevice[]> {
  return forAccount(caller, owner, (db) => listLiveTrustedDevices(db, owner.userId, now()));
}

/** Returns the policy in force, for a page that explains it to the user.
 *  @throws ServiceError `missing` for an invalid pair of user and app */
export function readAccountPolicy(caller: Caller, owner: AccountOwner): Promise<SecurityPolicy> {
  return forAccount(caller, owner, readSecurityPolicy);
}
