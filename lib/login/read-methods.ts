import type { Queryable } from "@/lib/db/queryable";
import type { LoginChannel } from "@/lib/login/completed-login";
import { graceEnd } from "@/lib/login/factor-grace";
import { readOwnFactors } from "@/lib/login/own-factors";
import { relyingPartyOf } from "@/lib/login/relying-party-of";
import { factorMethods } from "@/lib/login/second-factor";
import type { SecurityPolicy } from "@/lib/security-policy/security-policy";
import type { User } from "@/lib/users/user";

/** With what a user may complete a sign-in on a plane at this moment, and what the user has for it.
 *  @param spentCodes how many recovery codes this sign-in has spent, which still count for it */
export async function readMethods(
  db: Queryable,
  { user, policy, channel }: { user: User; policy: SecurityPolicy; channel: LoginChannel },
  at: Date,
  spentCodes = 0,
) {
  const rp = user.factorTypes.length > 0 ? await relyingPartyOf(db, channel) : null;
  const own = await readOwnFactors(db, user, rp);
  const end = await graceEnd(db, user, policy, at);
  const counted = { ...own, recoveryCodesLeft: own.recoveryCodesLeft + spentCodes };
  const methods = factorMethods(policy, counted, end !== null && at >= end);
  return { rp, own, methods };
}
