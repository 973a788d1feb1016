import { enrolmentCookie } from "@/app/(hosted)/_sign-in/kept-enrolment";
import {
  type PendingLogin,
  pendingLogin,
  pendingLogins,
} from "@/app/(hosted)/_sign-in/pending-login";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import type { LoginOutcome } from "@/lib/core/login/completed-login";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";

/** Redirects to the next stage of a sign-in.
 *  @param again the second factor is not requested for the first time */
export function toNextStage(
  visit: Visit,
  uid: string,
  user: Pick<PendingLogin, "email" | "keepsPasskeys">,
  outcome: Exclude<LoginOutcome, { status: "grant" }>,
  again = false,
): Response {
  const address = signInAddress(visit);
  if (outcome.status === "otp_required") {
    const pending = pendingLogins.keep(uid, pendingLogin(user, outcome.challenge, again));
    return seeOther(pageOfSignIn("/login/code", address), [pending]);
  }
  const { token, methods } = outcome.enrolment;
  const cookie = enrolmentCookie.keep(uid, { email: user.email, token, methods, app: null });
  return seeOther(pageOfSignIn("/login/enrol", address), [cookie]);
}
