import { goOnWithFactor } from "@/app/(hosted)/_sign-in/enrolling";
import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { passkeyOfferCookie } from "@/app/(hosted)/_sign-in/kept-enrolment";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { offerPage } from "@/app/(hosted)/login/passkey/offer-page";
import { finishPasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import { PasskeyRegistrationResponse } from "@/lib/core/factors/passkey-response";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";

/** Page that offers a passkey once, after a sign-in without one. The sign-in is complete: both buttons
 *  continue it. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (!interaction) return expiredSignIn(visit);
  const offer = passkeyOfferCookie.read(interaction.uid, visit.cookies);
  if (!offer) return continueSignIn(visit);
  // A failing offer must not stop the sign-in.
  return offerPage(visit, { interaction, offer }).catch(() => continueSignIn(visit));
}

async function submit(sent: Submission): Promise<Response> {
  const interaction = await visitedSignIn(sent);
  const offer = interaction && passkeyOfferCookie.read(interaction.uid, sent.cookies);
  if (!offer || sent.field("intent") !== "passkey") return continueSignIn(sent);
  const response = passkeyAnswer(PasskeyRegistrationResponse, sent.field("passkey"));
  const shown = { interaction, offer };
  if (!response)
    return offerPage(sent, { ...shown, problem: { kind: "passkeyOver" } }).catch(() =>
      continueSignIn(sent),
    );
  try {
    const added = await finishPasskeyRegistration(
      hostedCaller(interaction, sent.context),
      { enrolmentToken: offer.token, channel: "hosted" },
      { token: sent.field("passkeyToken"), response, name: null },
    );
    return goOnWithFactor(sent, interaction, added, passkeyOfferCookie.forget(interaction.uid));
  } catch (error) {
    const problem = problemOf(error, "passkeyRejected");
    return offerPage(sent, { ...shown, problem }).catch(() => continueSignIn(sent));
  }
}

function continueSignIn(visit: Visit): Response {
  const address = signInAddress(visit);
  return seeOther(pageOfSignIn("/login", address), [
    passkeyOfferCookie.forget(address.interaction),
  ]);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
