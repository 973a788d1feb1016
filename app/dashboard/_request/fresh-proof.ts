import { randomUUID } from "node:crypto";
import { cookies, headers } from "next/headers";
import type { FormState, ProofRequest } from "@/app/dashboard/_parts/form-state";
import { typedIn } from "@/app/dashboard/_request/form-fields";
import { type PresentedProof, presentedProof } from "@/app/dashboard/_request/presented-proof";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { challengeCookie } from "@/app/dashboard/_request/proof-challenge-cookie";
import { translateFormState } from "@/app/dashboard/_request/said-in-form";
import { withheldCode } from "@/app/dashboard/_request/withheld-code";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { beginPasskeyStepUp, sendStepUpCode } from "@/lib/core/account-security/begin-step-up";
import { reverifySession } from "@/lib/core/account-security/reverify-session";
import type {
  DashboardProof,
  LiveAdministrator,
} from "@/lib/core/administrators/live-administrator";
import { browserContext } from "@/lib/core/http/request-context";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";

/** Handles a form that was sent for another proof, or to cancel the proof.
 *  @returns the form's next state; null when the action is to be done */
export async function handleProofChoice(
  administrator: LiveAdministrator,
  form: FormData,
): Promise<FormState | null> {
  const wish = form.get("proof-wish");
  if (wish === "cancel") return { given: typedIn(form) };
  const by = administrator.proofMethods.find((method) => method === wish);
  if (!by) return null;
  return { given: typedIn(form), proof: await requestProof(administrator, by) };
}

/** Accepts the fresh proof in a form, or makes the form ask for one, with all typed texts.
 *  @returns the form's next state; null once the proof is fresh */
export async function requireStepUp(
  administrator: LiveAdministrator,
  form: FormData,
): Promise<FormState | null> {
  const { proofExpiresAt, proofMethods } = administrator;
  if (proofExpiresAt !== null && now() < proofExpiresAt) return null;
  const presented = await presentedProof(form);
  const [strongest = "password"] = proofMethods;
  if (!presented || !proofMethods.includes(presented.method))
    return { given: typedIn(form), proof: await requestProof(administrator, strongest) };
  const problem = await rejectProof(administrator, presented);
  if (problem === null) return null;
  const by = presented.method;
  const proof =
    by === "passkey" ? await requestProof(administrator, by) : proofRequest(administrator, by);
  return { given: typedIn(form), proof: { ...proof, problem } };
}

/** Verifies a proof.
 *  @returns why it is refused; null when it is accepted */
async function rejectProof(
  administrator: LiveAdministrator,
  proof: PresentedProof,
): Promise<string | null> {
  try {
    const caller = await platformCaller(administrator);
    await reverifySession(caller, administrator.session.id, proof, "hosted");
  } catch (error) {
    const rejected = error instanceof ServiceError && error.reason === "proof_rejected";
    if (!rejected) return (await translateFormState(problemOf(error))).problem ?? "";
    const { t } = await wordsOf("frame");
    const wrong = proof.method === "email_otp" ? "wrongCode" : wrongTexts[proof.method];
    return t(`problem.${wrong}`);
  }
  if (proof.method === "email_otp")
    (await cookies()).set({ ...challengeCookie(), value: "", maxAge: 0 });
  return null;
}

const wrongTexts = {
  passkey: "wrongPasskey",
  totp: "wrongAppCode",
  password: "wrongPassword",
} as const;

/** Requests a proof. A code is sent first, unless too many were; a passkey's challenge is made. */
async function requestProof(
  administrator: LiveAdministrator,
  by: DashboardProof,
): Promise<ProofRequest> {
  try {
    if (by === "email_otp")
      return { ...proofRequest(administrator, by), withheld: await sendCode(administrator) };
    if (by === "passkey") return await askForPasskey(administrator);
    return proofRequest(administrator, by);
  } catch (error) {
    const [next = "password"] = administrator.proofMethods.filter(
      (method) => method !== by && method !== "email_otp",
    );
    return {
      ...proofRequest(administrator, next),
      problem: (await translateFormState(problemOf(error))).problem,
    };
  }
}

/** Sends a code to the administrator's address, unless too many were sent.
 *  @returns the message instead of "sent" when none was */
async function sendCode(administrator: LiveAdministrator): Promise<string | undefined> {
  const caller = await platformCaller(administrator);
  const challenge = await sendStepUpCode(caller, administrator.session.id, "hosted");
  (await cookies()).set({ ...challengeCookie(), value: challenge.token, maxAge: 15 * 60 });
  return withheldCode(caller, challenge, administrator.email);
}

async function askForPasskey(administrator: LiveAdministrator): Promise<ProofRequest> {
  const caller = await platformCaller(administrator);
  const { token, passkey } = await beginPasskeyStepUp(caller, administrator.session.id, "hosted");
  return { ...proofRequest(administrator, "passkey"), passkey: { token, options: passkey } };
}

function proofRequest(administrator: LiveAdministrator, by: DashboardProof): ProofRequest {
  const others = administrator.proofMethods.filter((method) => method !== by);
  return { by, others, email: administrator.email };
}

/** Returns the administrator as a caller in the platform tenant, which has their own session. */
async function platformCaller(administrator: LiveAdministrator): Promise<Caller> {
  const { userId, email, session } = administrator;
  return {
    tenantId: session.tenantId,
    environmentId: session.environmentId,
    environmentKey: "platform",
    actor: { type: "administrator", id: userId, name: email },
    context: browserContext(new Headers(await headers()), randomUUID()),
  };
}
