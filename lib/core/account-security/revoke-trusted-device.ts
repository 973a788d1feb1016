import { ownsTrustedDevice } from "@/lib/core/account-security/account-store";
import { forAccount } from "@/lib/core/account-security/for-account";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import { revokeTrustedDevices } from "@/lib/core/trusted-devices/revoke-trusted-devices";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { missing } from "@/lib/kernel/errors";

/** Ends the trust in one of a user's devices.
 *  @returns 1, or 0 without an audit event when it had ended already
 *  @throws ServiceError `missing` for an invalid pair of user and app, and for a device that is not the
 *  user's */
export function revokeTrustedDevice(
  caller: Caller,
  owner: AccountOwner,
  deviceId: string,
): Promise<number> {
  const { actor, context } = caller;
  return forAccount(caller, owner, async (db) => {
    if (!(await ownsTrustedDevice(db, owner.userId, deviceId))) throw missing();
    const which = { userId: owner.userId, deviceIds: [deviceId] };
    const by = { actor, context, reason: "account_security", at: now() };
    return revokeTrustedDevices(db, which, by);
  });
}
