import { forAccount } from "@/lib/core/account-security/for-account";
import { takeFactor } from "@/lib/core/account-security/take-factor";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { missing } from "@/lib/kernel/errors";

/** Takes a factor from a user, for who manages the account through an app. Who calls has made sure that it is the user's
 *  wish, by a fresh proof.
 *  @returns how many were taken: one
 *  @throws ServiceError `missing` for a factor that is not this user's */
export function revokeFactor(caller: Caller, owner: AccountOwner, id: string): Promise<number> {
  return forAccount(caller, owner, async (db) => {
    const user = await lockUser(db, owner.userId);
    if (!user) throw missing();
    await takeFactor(db, caller, user, id);
    return 1;
  });
}
