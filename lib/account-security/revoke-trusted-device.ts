import { type AccountOwner, ownsTrustedDevice } from "@/lib/account-security/account-session-store";
import { forAccount } from "@/lib/account-security/for-account";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { missing } from "@/lib/errors";
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
  return forAccount(caller, owner, async (transaction) => {
    if (!(await ownsTrustedDevice(transaction, owner.userId, deviceId))) throw missing();
    const which = { userId: owner.userId, deviceIds: [deviceId] };
    const by = { actor, context, reason: "account_security", at: now() };
    return revokeTrustedDevices(transaction, which, by);
  });
}
