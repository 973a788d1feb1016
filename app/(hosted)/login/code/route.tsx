import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { finishHostedLogin } from "@/app/(hosted)/_sign-in/finish";
import { moveOn } from "@/app/(hosted)/_sign-in/move-on";
import {
  forgottenPendingLogin,
  keptPendingLogin,
  type PendingLogin,
  readPendingLogin,
} from "@/app/(hosted)/_sign-in/pending-login";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import { codePage } from "@/app/(hosted)/login/code/code-page";
import { resendLoginCode } from "@/lib/login/resend-login-code";
import { verifyLoginCode } from "@/lib/login/verify-login-code";
import { hostedPage, type Submission, seeOther, type Visit } from "@/lib/oidc/pages/hosted-page";
import { type Problem, problemOf } from "@/lib/oidc/pages/problem";
import { type HostedInteraction, hostedCaller } from "@/lib/oidc/sign-in/hosted-interaction";
import { signedInHere } from "@/lib/oidc/sign-in/signed-in-here";

/** The second stage: the code that was sent by email. */
async function show(visit: Visit): Promise<Response> {
  const interaction = await visitedSignIn(visit);
  if (!interaction) return expiredSignIn(visit);
  if (interaction.answered) return moveOn(visit, interaction);
  // Signed in in another tab meanwhile.
  const here = await signedInHere(interaction, visit.cookies);
  if (here && !here.otherAsked) return moveOn(visit, interaction);
  const pending = readPendingLogin(interaction.uid, visit.cookies);
  if (!pending) return seeOther(pageOfSignIn("/login", signInAddress(visit)));
  return codePage(visit, { interaction, pending });
}

/** Three buttons, one form, so that all of them work without scripts. */
async function submit(sent: Submission): Promise<Response> {
  const interaction = await visitedSignIn(sent);
  const pending = interaction && readPendingLogin(interaction.uid, sent.cookies);
  const first = pageOfSignIn("/login", signInAddress(sent));
  if (!interaction || !pending || interaction.answered) return seeOther(first);
  const intent = sent.field("intent");
  if (intent === "other") return seeOther(first, [forgottenPendingLogin(interaction.uid)]);
  const refused = (refusal: Parameters<typeof codePage>[1]["refusal"]) =>
    codePage(sent, { interaction, pending, refusal });
  try {
    if (intent === "resend") return await resend(sent, interaction, pending);
    // Pasted codes come with spaces and dashes; digits of other scripts count as well.
    const code = sent.field("code").normalize("NFKC").replace(/[\s-]/g, "");
    if (!code) return refused({ wrong: "codeEmpty" });
    if (!/^\d+$/.test(code) || code.length !== pending.codeLength)
      return refused({ wrong: "codeShape" });
    return await enter(sent, interaction, pending, code);
  } catch (error) {
    const problem = problemOf(error, "codeRejected");
    return refused({ problem: intent === "resend" ? resendProblem(problem) : problem });
  }
}

/** Why no new code was sent. A lock stops new codes, not the one that this sign-in waits for. */
function resendProblem(problem: Problem): Problem {
  if (problem.kind === "locked") return { ...problem, kind: "notResent" };
  return problem.kind === "codeRejected" ? { kind: "notRenewed" } : problem;
}

async function resend(sent: Submission, interaction: HostedInteraction, pending: PendingLogin) {
  const { token: challengeToken, email } = pending;
  const caller = hostedCaller(interaction, sent.context);
  const challenge = await resendLoginCode(caller, { challengeToken, channel: "hosted" });
  const kept = keptPendingLogin(interaction.uid, email, challenge, challenge.sent);
  return seeOther(pageOfSignIn("/login/code", signInAddress(sent)), [kept]);
}

async function enter(
  sent: Submission,
  interaction: HostedInteraction,
  { email, token: challengeToken }: PendingLogin,
  code: string,
) {
  const success = await verifyLoginCode(hostedCaller(interaction, sent.context), {
    email,
    code,
    challengeToken,
    rememberDevice: sent.field("trust") === "on",
    deviceName: null,
    channel: "hosted",
  });
  const page = pageOfSignIn("/login", signInAddress(sent));
  return finishHostedLogin(interaction, success, sent.context, page);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show, submit });
