import { forAccount } from "@/lib/core/account-security/for-account";
import { listFactors } from "@/lib/core/factors/factor-store";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { countRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import type { Caller } from "@/lib/kernel/caller";

/** Factors and recovery codes of a user, besides the password. */
export interface AccountFactors {
  factors: OwnedFactor[];
  recoveryCodesLeft: number;
}

/** Returns the factors of a user, for a caller that manages them through an app.
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
