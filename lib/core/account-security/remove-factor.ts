import { forAccount } from "@/lib/core/account-security/for-account";
import { provenUser } from "@/lib/core/account-security/proven-user";
import { deleteFactor, listFactors } from "@/lib/core/factors/factor-store";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { deleteRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { recordFactorChange } from "@/lib/core/factors/tell-of-factors";
import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import type { SessionKind } from "@/lib/core/sessions/session";
import type { User } from "@/lib/core/users/user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";

/** Removes a factor of the user of a session, who has proven again who they are: a stolen session must not
 *  remove the factor that locks its thief out.
 *  @throws ServiceError as `provenUser` does, `missing` for a factor that is not this user's */
export function removeOwnFactor(
  caller: Caller,
  sessionId: string,
  id: string,
  kind: SessionKind,
): Promise<OwnedFactor> {
  return inTransaction(caller, async (db) => {
    const { user } = await provenUser(db, sessionId, kind);
    return removeFactor(db, caller, user, id);
  });
}

/** Removes a factor of a user, for a caller that manages the account through an app. The caller has
 *  verified by a fresh proof that the user wants it.
 *  @returns how many were removed: one
 *  @throws ServiceError `missing` for a factor that is not this user's */
export function revokeFactor(caller: Caller, owner: AccountOwner, id: string): Promise<number> {
  return forAccount(caller, owner, async (db) => {
    const user = await lockUser(db, owner.userId);
    if (!user) throw missing();
    await removeFactor(db, caller, user, id);
    return 1;
  });
}

/** Removes a factor of a user whose row is locked, and with the last one the recovery codes, which would
 *  have nothing to recover. Notifies the user by email. */
async function removeFactor(
  db: Queryable,
  caller: Caller,
  user: Pick<User, "id" | "email" | "locale">,
  id: string,
): Promise<OwnedFactor> {
  const factor = isId(id) ? await deleteFactor(db, user.id, id) : null;
  if (!factor) throw missing();
  const at = now();
  if ((await listFactors(db, user.id)).length === 0) await deleteRecoveryCodes(db, user.id);
  await recordFactorChange(db, caller, user, { factor, change: "removed", at });
  return factor;
}
