import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { finishHostedLogin } from "@/app/(hosted)/_sign-in/finish";
import { continuePage } from "@/app/(hosted)/_sign-in/move-on";
import { toNextStage } from "@/app/(hosted)/_sign-in/next-stage";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { emailProblem, typedEmailCookie } from "@/app/(hosted)/_sign-in/typed-email";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { loginPage } from "@/app/(hosted)/login/login-page";
import type { LoginRefusal } from "@/app/(hosted)/login/login-refusal";
import { signInByPasskey } from "@/app/(hosted)/login/sign-in-by-passkey";
import { preflight } from "@/lib/core/login/preflight";
import { trustedDeviceCookieName } from "@/lib/core/oidc/http/cookies";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { completeAsSignedIn } from "@/lib/core/oidc/sign-in/complete-interaction";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { signedInHere } from "@/lib/core/oidc/sign-in/signed-in-here";

/** First page of a sign-in: address and password. A user who is signed in already, in another tab say,
 *  continues without it, unless the client requests another account: then they choose. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (!interaction) return expiredSignIn(visit);
  if (interaction.answered) return continuePage(visit, interaction);
  const here = await signedInHere(interaction, visit.cookies);
  if (here && !here.anotherRequestedBy) return continuePage(visit, interaction);
  return loginPage(visit, { interaction, here });
}

/** Handles all buttons of the one form; each works without scripts, except the passkey's. */
async function submit(sent: Submission): Promise<Response> {
  const interaction = await visitedSignIn(sent);
  if (!interaction || interaction.answered)
    return seeOther(pageOfSignIn("/login", signInAddress(sent)));
  const intent = sent.field("intent");
  if (intent === "forgot") return forgot(sent);
  try {
    if (intent === "passkey") {
      const end = await signInByPasskey(sent, interaction);
      return end instanceof Response ? end : await again(sent, interaction, { problem: end });
    }
    return await (intent === "go-on"
      ? continueAsSignedIn(sent, interaction)
      : signIn(sent, interaction));
  } catch (error) {
    return again(sent, interaction, { problem: problemOf(error) });
  }
}

/** Runs the password stage of the hosted page: the same use case as the API's. */
async function signIn(sent: Submission, interaction: HostedInteraction): Promise<Response> {
  const { context, cookies, field } = sent;
  const email = field("email").trim();
  const password = field("password");
  const fields = {
    email: emailProblem(email),
    password: password ? null : "passwordEmpty",
  } as const;
  if (fields.email || fields.password) return again(sent, interaction, { fields });
  const keepsPasskeys = field("platform") === "on";
  const outcome = await preflight(hostedCaller(interaction, context), {
    email,
    password,
    trustedDeviceToken: cookies(trustedDeviceCookieName(interaction.scope.environmentId)) ?? null,
    channel: "hosted",
  });
  if (outcome.status === "grant")
    return finishHostedLogin(sent, interaction, outcome, keepsPasskeys);
  return toNextStage(sent, interaction.uid, { email, keepsPasskeys }, outcome);
}

/** Continues as the signed-in user, though another account was requested. */
async function continueAsSignedIn(
  sent: Submission,
  interaction: HostedInteraction,
): Promise<Response> {
  const person = await signedInHere(interaction, sent.cookies);
  if (person) await completeAsSignedIn(interaction.waiting, person.userId, sent.context);
  return seeOther(pageOfSignIn("/login", signInAddress(sent)));
}

function forgot(sent: Submission): Response {
  const typed = typedEmailCookie(sent.field("email").trim().slice(0, 254));
  return seeOther(pageOfSignIn("/forgot-password", signInAddress(sent)), [typed]);
}

async function again(
  sent: Submission,
  interaction: HostedInteraction,
  refusal: Omit<LoginRefusal, "email">,
): Promise<Response> {
  const here = await signedInHere(interaction, sent.cookies).catch(() => null);
  const email = sent.field("email").trim();
  return loginPage(sent, { interaction, here, refusal: { ...refusal, email } });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
