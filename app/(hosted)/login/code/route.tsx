import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { continuePage } from "@/app/(hosted)/_sign-in/move-on";
import { pendingLogins } from "@/app/(hosted)/_sign-in/pending-login";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { codePage } from "@/app/(hosted)/login/code/code-page";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import { changeFactor, resend, verifyCode, verifyPasskey } from "@/app/(hosted)/login/code/steps";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { type Problem, problemOf } from "@/lib/core/oidc/pages/problem";
import { signedInHere } from "@/lib/core/oidc/sign-in/signed-in-here";

/** Second stage of a sign-in: a mailed code, an app's code, a recovery code, or a passkey. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (!interaction) return expiredSignIn(visit);
  if (interaction.answered) return continuePage(visit, interaction);
  // The user has signed in in another tab meanwhile.
  const here = await signedInHere(interaction, visit.cookies);
  if (here && !here.anotherRequestedBy) return continuePage(visit, interaction);
  const pending = pendingLogins.read(interaction.uid, visit.cookies);
  if (!pending) return seeOther(pageOfSignIn("/login", signInAddress(visit)));
  return codePage(visit, { interaction, pending });
}

/** Handles all buttons of the one form; each works without scripts, except the passkey's. */
async function submit(sent: Submission): Promise<Response> {
  const interaction = await visitedSignIn(sent);
  const pending = interaction && pendingLogins.read(interaction.uid, sent.cookies);
  const first = pageOfSignIn("/login", signInAddress(sent));
  if (!interaction || !pending || interaction.answered) return seeOther(first);
  const intent = sent.field("intent");
  if (intent === "other") return seeOther(first, [pendingLogins.forget(interaction.uid)]);
  const refused = (refusal: CodeRefusal) => codePage(sent, { interaction, pending, refusal });
  try {
    const stage = { sent, interaction };
    const method = sent.field("method");
    if (method) return await changeFactor(stage, pending, method);
    if (pending.type === "passkey") return await verifyPasskey(stage, pending);
    if (intent === "resend") return await resend(stage, pending);
    const answer = await verifyCode(stage, pending);
    return answer instanceof Response ? answer : await refused(answer);
  } catch (error) {
    const problem = problemOf(
      error,
      pending.type === "passkey" ? "passkeyRejected" : "codeRejected",
    );
    return refused({ problem: intent === "resend" ? resendProblem(problem) : problem });
  }
}

/** Returns why no new code was sent. A lock stops new codes, not the code that this sign-in waits for. */
function resendProblem(problem: Problem): Problem {
  if (problem.kind === "locked") return { ...problem, kind: "notResent" };
  return problem.kind === "codeRejected" ? { kind: "notRenewed" } : problem;
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
