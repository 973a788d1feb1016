import { forAccount } from "@/lib/account-security/for-account";
import type { Caller } from "@/lib/caller";
import type { AccountOwner } from "@/lib/sessions/open-session-store";
import type { Factor } from "@/lib/users/factors/factor";
import { listFactors } from "@/lib/users/factors/factor-store";
import { countRecoveryCodes } from "@/lib/users/factors/recovery-code-store";

/** What a user proves themselves with besides the password. */
export interface AccountFactors {
  factors: Factor[];
  recoveryCodesLeft: number;
}

/** The factors of a user, for who manages them through an app.
 *  @throws ServiceError `missing` */
export function readFactors(caller: Caller, owner: AccountOwner): Promise<AccountFactors> {
  return forAccount(caller, owner, async (db) => {
    const [factors, recoveryCodesLeft] = await Promise.all([
      listFactors(db, owner.userId),
      countRecoveryCodes(db, owner.userId),
    ]);
    return { factors, recoveryCodesLeft };
  });
}
