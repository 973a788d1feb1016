import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { continuePage } from "@/app/(hosted)/_sign-in/move-on";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { consentPage } from "@/app/(hosted)/consent/consent-page";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import {
  completeConsent,
  completeWithAnotherAccount,
} from "@/lib/core/oidc/sign-in/complete-interaction";

/** Asks whether a third party's application may know who signed in. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (interaction?.prompt !== "consent") return expiredSignIn(visit);
  return interaction.answered
    ? continuePage(visit, interaction)
    : consentPage(visit, { interaction });
}

/** Handles the answer: the application may know the user, may not, or the user is another one. */
async function submit(sent: Submission): Promise<Response> {
  const interaction = await visitedSignIn(sent);
  const here = pageOfSignIn("/consent", signInAddress(sent));
  if (interaction?.prompt !== "consent" || interaction.answered) return seeOther(here);
  const answer = sent.field("answer");
  try {
    if (answer === "other") await completeWithAnotherAccount(interaction.waiting, sent.context);
    // Anything but an explicit "allow" denies.
    else await completeConsent(interaction.waiting, answer === "allow", sent.context);
    return seeOther(here);
  } catch (error) {
    return consentPage(sent, { interaction, problem: problemOf(error) });
  }
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
