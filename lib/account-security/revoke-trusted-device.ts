import { ownsTrustedDevice } from "@/lib/account-security/account-store";
import { forAccount } from "@/lib/account-security/for-account";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { missing } from "@/lib/errors";
import type { AccountOwner } from "@/lib/sessions/open-session-store";
import { revokeTrustedDevices } from "@/lib/trusted-devices/revoke-trusted-devices";

/** Ends the trust in one of a user's devices.
 *  @returns 1, or 0 without an audit event when it was over already
 *  @throws ServiceError `missing` for a pair that is not one, and a device that is not the user's */
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
