import { provesEnough } from "@/lib/core/account-security/fresh-proof";
import type { CompletedLogin, Enrolment } from "@/lib/core/login/completed-login";
import { beginEnrolment } from "@/lib/core/login/factor-enrolment";
import { readFactorFacts } from "@/lib/core/login/factor-facts";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { takePasskeyOffer } from "@/lib/core/users/factor-note-store";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Offers a passkey to a user who has just signed in on the hosted pages without one. Each user gets the
 *  offer once: of any number of parallel sign-ins one gets it. The sign-in is a fresh proof, so the offer
 *  needs no step-up.
 *  @returns the enrolment that stands for the sign-in while the passkey is added; null when there is
 *  nothing to offer */
export function offerPasskey(caller: Caller, login: CompletedLogin): Promise<Enrolment | null> {
  const { userId, amr, authTime: at } = login;
  return inTransaction(caller, async (db) => {
    const policy = await readSecurityPolicy(db);
    if (!policy.allowedFactors.includes("passkey")) return null;
    const user = await lockUser(db, userId);
    if (!maySignIn(user)) return null;
    const channel = "hosted";
    const factors = await readFactorFacts(db, { user, policy, channel }, at);
    if (!provesEnough(factors, amr, "add_at_sign_in")) return null;
    if (!(await takePasskeyOffer(db, userId, at))) return null;
    return beginEnrolment(caller, user, ["passkey"], { channel, amr, completeAt: at });
  });
}
