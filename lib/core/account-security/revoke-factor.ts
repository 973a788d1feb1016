import { forAccount } from "@/lib/core/account-security/for-account";
import { takeFactor } from "@/lib/core/account-security/take-factor";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { missing } from "@/lib/kernel/errors";

/** Removes a factor of a user, for a caller that manages the account through an app. The caller has
 *  verified by a fresh proof that the user wants it.
 *  @returns how many were removed: one
 *  @throws ServiceError `missing` for a factor that is not this user's */
export function revokeFactor(caller: Caller, owner: AccountOwner, id: string): Promise<number> {
  return forAccount(caller, owner, async (db) => {
    const user = await lockUser(db, owner.userId);
    if (!user) throw missing();
    await takeFactor(db, caller, user, id);
    return 1;
  });
}
