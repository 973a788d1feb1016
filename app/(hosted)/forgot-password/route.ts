import { linkRequestCookie } from "@/app/(hosted)/_link/asked-link";
import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { emailProblem, readTypedEmail } from "@/app/(hosted)/_sign-in/typed-email";
import { forgotPage } from "@/app/(hosted)/forgot-password/forgot-page";
import { pageOfForgotten, readOrigin } from "@/app/(hosted)/forgot-password/origin";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { type Problem, problemOf } from "@/lib/core/oidc/pages/problem";
import { hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { requestPasswordReset } from "@/lib/core/password-links/request-password-reset";

/** Page that asks for the address to which a reset link goes. */
async function show(visit: Visit): Promise<Response> {
  const origin = await readOrigin(visit);
  if (!origin) return expiredSignIn(visit);
  const email = readTypedEmail(visit.cookies) || origin.loginHint || "";
  return forgotPage(visit, { origin, email });
}

/** Requests a link. The answer is the same whether the address has an account or not. */
async function submit(sent: Submission): Promise<Response> {
  const origin = await readOrigin(sent);
  if (!origin) return seeOther(pageOfForgotten("/forgot-password", sent));
  const email = sent.field("email").trim();
  const again = (refusal: { wrong: "emailEmpty" | "emailInvalid" } | { problem: Problem }) =>
    forgotPage(sent, { origin, email, refusal });
  const wrong = emailProblem(email);
  if (wrong) return again({ wrong });
  try {
    const wait = await requestPasswordReset(hostedCaller(origin, sent.context), email);
    // The limit is about the user's network, not about the owner of the address.
    if (wait !== null) return again({ problem: { kind: "locked", retryAfterSeconds: wait } });
  } catch (error) {
    return again({ problem: problemOf(error) });
  }
  const { interaction, client } = signInAddress(sent);
  // Redirects to a page of its own: a reload sends no second request.
  const cookie = linkRequestCookie({ interaction, client, email });
  return seeOther(pageOfForgotten("/forgot-password/sent", sent), [cookie]);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
