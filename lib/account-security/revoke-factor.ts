import { forAccount } from "@/lib/account-security/for-account";
import { takeFactor } from "@/lib/account-security/take-factor";
import type { Caller } from "@/lib/caller";
import { missing } from "@/lib/errors";
import type { AccountOwner } from "@/lib/sessions/open-session-store";
import { lockUser } from "@/lib/users/user-store";

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
