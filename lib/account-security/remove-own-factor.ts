import { provenUser } from "@/lib/account-security/proven-user";
import { takeFactor } from "@/lib/account-security/take-factor";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import type { SessionKind } from "@/lib/sessions/session";
import type { Factor } from "@/lib/users/factors/factor";

/** Takes a factor from the user of a session, who has proven again who they are: a stolen session must not take away what
 *  keeps its thief out.
 *  @throws ServiceError as `provenUser` does, `missing` for a factor that is not this user's */
export function removeOwnFactor(
  caller: Caller,
  sessionId: string,
  id: string,
  kind: SessionKind,
): Promise<Factor> {
  return inTransaction(caller, async (db) => {
    const { user } = await provenUser(db, sessionId, kind);
    return takeFactor(db, caller, user, id);
  });
}
