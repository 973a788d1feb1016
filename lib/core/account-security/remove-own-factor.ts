import { provenUser } from "@/lib/core/account-security/proven-user";
import { takeFactor } from "@/lib/core/account-security/take-factor";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import type { SessionKind } from "@/lib/core/sessions/session";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

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
    return takeFactor(db, caller, user, id);
  });
}
