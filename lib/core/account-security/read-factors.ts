import { forAccount } from "@/lib/core/account-security/for-account";
import type { Factor } from "@/lib/core/factors/factor";
import { listFactors } from "@/lib/core/factors/factor-store";
import { countRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import type { Caller } from "@/lib/kernel/caller";

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
