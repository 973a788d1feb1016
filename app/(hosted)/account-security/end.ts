import type { SignedIn } from "@/app/(hosted)/account-security/signed-in";
import {
  readAccountSessions,
  readTrustedDevices,
} from "@/lib/core/account-security/read-account-security";
import { revokeAccountSession } from "@/lib/core/account-security/revoke-account-session";
import { revokeOtherSessions } from "@/lib/core/account-security/revoke-others";
import { revokeTrustedDevice } from "@/lib/core/account-security/revoke-trusted-device";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";

/** Ends one session, or with `others` all but this one.
 *  @returns number of ended sessions */
export function endSession(person: SignedIn, target: string): Promise<number> {
  const { caller, owner, sessionId } = person;
  return zeroIfMissing(async () => {
    if (target !== "others") return isId(target) ? revokeAccountSession(caller, owner, target) : 0;
    const { sessions } = await readAccountSessions(caller, owner);
    const current = sessions.find(({ id }) => id === sessionId);
    return current ? revokeOtherSessions(caller, owner, current.accountSessionId) : 0;
  });
}

/** Forgets one trusted device, or with `all` every one.
 *  @returns number of forgotten devices */
export function forgetDevice({ caller, owner }: SignedIn, target: string): Promise<number> {
  return zeroIfMissing(async () => {
    const all = target === "all" ? await readTrustedDevices(caller, owner) : null;
    const ids = all ? all.map(({ id }) => id) : [target].filter(isId);
    let count = 0;
    for (const id of ids) count += await revokeTrustedDevice(caller, owner, id);
    return count;
  });
}

/** Returns 0 for an item that is gone or another user's: nothing was ended, and the answer doesn't tell
 *  which. */
async function zeroIfMissing(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") return 0;
    throw error;
  }
}
