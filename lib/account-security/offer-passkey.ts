import { provesEnough } from "@/lib/account-security/fresh-proof";
import type { Caller } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import type { CompletedLogin, Enrolment } from "@/lib/login/completed-login";
import { beginEnrolment } from "@/lib/login/factor-enrolment";
import { readFactorFacts } from "@/lib/login/factor-facts";
import { readSecurityPolicy } from "@/lib/security-policy/security-policy-store";
import { takePasskeyOffer } from "@/lib/users/factor-note-store";
import { maySignIn } from "@/lib/users/may-sign-in";
import { lockUser } from "@/lib/users/user-store";

/** Offers a passkey to a user who has just signed in on the hosted pages without one. Each user gets the offer once: of
 *  any number of parallel sign-ins one gets it. The sign-in is a fresh proof, so the offer needs no step-up.
 *  @returns what stands for the sign-in while the passkey is added; null when there is nothing to offer */
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
