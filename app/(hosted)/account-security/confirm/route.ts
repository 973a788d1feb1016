import { pageAt } from "@/app/(hosted)/_place/place";
import { confirmPage } from "@/app/(hosted)/account-security/confirm/confirm-page";
import type { ProofRefusal } from "@/app/(hosted)/account-security/confirm/proof-form";
import { sentProof, wrongProof } from "@/app/(hosted)/account-security/confirm/sent-proof";
import { makeCodes } from "@/app/(hosted)/account-security/make-codes";
import {
  type OwnAccount,
  toAccount,
  withOwnAccount,
} from "@/app/(hosted)/account-security/own-account";
import { removeFactor } from "@/app/(hosted)/account-security/remove-factor";
import {
  type AwaitedProof,
  awaitedProof,
  awaitedProofs,
  type ProtectedAction,
} from "@/app/(hosted)/account-security/wanted";
import { sendStepUpCode } from "@/lib/core/account-security/begin-step-up";
import { reverifySession } from "@/lib/core/account-security/reverify-session";
import { USER_CODE } from "@/lib/core/contract/device-authorization";
import {
  hostedPage,
  type Submission,
  seeOther,
  type Visit,
} from "@/lib/core/oidc/pages/hosted-page";
import { problemOf } from "@/lib/core/oidc/pages/problem";
import { ServiceError } from "@/lib/kernel/errors";

/** Asks for a fresh proof, for something that an attacker with a stolen session must not do. */
async function show(visit: Visit, own: OwnAccount): Promise<Response> {
  const id = visit.asked("for");
  const awaited = awaitedProof(id, own, visit.cookies);
  // Done, cancelled, or started in another browser.
  if (!awaited) return toAccount(own);
  return confirmPage(visit, own, { id, awaited, by: visit.asked("by") });
}

async function submit(sent: Submission, own: OwnAccount): Promise<Response> {
  const id = sent.asked("for");
  const awaited = awaitedProof(id, own, sent.cookies);
  if (!awaited) return toAccount(own);
  const by = sent.field("method");
  const refused = (refusal?: ProofRefusal) => confirmPage(sent, own, { id, awaited, by, refusal });
  const answer = sent.field("intent") === "send" ? null : sentProof(sent, awaited);
  if (answer && "refusal" in answer) return refused(answer.refusal);
  try {
    if (!answer) return await send(own, id, awaited);
    await reverifySession(own.caller, own.sessionId, answer.proof, "hosted");
  } catch (error) {
    const isWrong = error instanceof ServiceError && error.reason === "proof_rejected";
    if (isWrong && answer) return refused({ wrong: wrongProof(answer.proof) });
    return refused({ problem: problemOf(error) });
  }
  return continueAction(own, id, awaited.wanted);
}

async function send(own: OwnAccount, id: string, awaited: AwaitedProof): Promise<Response> {
  const { caller, sessionId, place } = own;
  const { token, codeLength: length, sent } = await sendStepUpCode(caller, sessionId, "hosted");
  const cookie = awaitedProofs.keep(id, { ...awaited, code: { token, length, sent } });
  const here = pageAt("/account-security/confirm", place, { for: id, by: "email_otp" });
  return seeOther(here, [cookie]);
}

/** Does the action that the proof was required for. A page receives what the user had typed on it. */
async function continueAction(
  own: OwnAccount,
  id: string,
  action: ProtectedAction,
): Promise<Response> {
  switch (action.to) {
    case "addPasskey":
      return seeOther(pageAt("/account-security/passkey", own.place, { for: id }));
    case "addApp":
      return seeOther(pageAt("/account-security/app", own.place, { for: id }));
    case "letDeviceIn":
      return done(id, seeOther(`/device?${new URLSearchParams({ [USER_CODE]: action.userCode })}`));
    case "makeCodes":
      return done(id, await makeCodes(own));
    case "remove":
      return done(id, await removeFactor(own, action.id));
  }
}

function done(id: string, response: Response): Response {
  response.headers.append("set-cookie", awaitedProofs.forget(id));
  return response;
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({
  show: withOwnAccount(show),
  submit: withOwnAccount(submit),
});
