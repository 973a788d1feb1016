import { randomUUID } from "node:crypto";
import { cookies, headers } from "next/headers";
import type { FormState, ProofAsked } from "@/app/dashboard/_parts/form-state";
import { typedIn } from "@/app/dashboard/_request/form-fields";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { CHALLENGE_COOKIE, challengeCookie } from "@/app/dashboard/_request/proof-challenge-cookie";
import { saidInForm } from "@/app/dashboard/_request/said-in-form";
import { withheldCode } from "@/app/dashboard/_request/withheld-code";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import {
  reverifySession,
  type StepUpProof,
  sendStepUpCode,
} from "@/lib/account-security/reverify-session";
import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import { browserContext } from "@/lib/http/request-context";
import type { LiveAdministrator } from "@/lib/platform/administrators/live-administrator";

/** Whether a form was sent for something else than to be done: for a code, or to leave the question of the proof.
 *  @returns what the form shows then; null when it is to be done */
export async function askedAboutProof(
  administrator: LiveAdministrator,
  form: FormData,
): Promise<FormState | null> {
  const wish = form.get("proof-wish");
  if (wish === "cancel") return { given: typedIn(form) };
  if (wish !== "code") return null;
  return { given: typedIn(form), proof: await sendCode(administrator) };
}

/** Takes the fresh proof that came with a form, or has the form ask for one, with everything that was typed.
 *  @returns what the form shows then; null once the proof is fresh */
export async function proofStillNeeded(
  administrator: LiveAdministrator,
  form: FormData,
): Promise<FormState | null> {
  if (now() < administrator.proofExpiresAt) return null;
  const { email } = administrator;
  const presented = await proofIn(form);
  if (!presented) return { given: typedIn(form), proof: { by: "password", email } };
  const problem = await turnedDown(administrator, presented);
  if (problem === null) return null;
  const by = presented.method === "password" ? "password" : "code";
  return { given: typedIn(form), proof: { by, email, problem } };
}

/** The proof that a form brings along. */
async function proofIn(form: FormData): Promise<StepUpProof | null> {
  const [password, code] = [form.get("proof-password"), form.get("proof-code")];
  if (typeof password === "string") return { method: "password", password };
  if (typeof code !== "string") return null;
  const challengeToken = (await cookies()).get(CHALLENGE_COOKIE)?.value ?? null;
  return { method: "email_otp", code: code.replace(/\s/g, ""), challengeToken };
}

/** @returns why the proof is none; null when it is one */
async function turnedDown(
  administrator: LiveAdministrator,
  proof: StepUpProof,
): Promise<string | null> {
  try {
    const caller = await platformCaller(administrator);
    await reverifySession(caller, administrator.session.id, proof, "hosted");
  } catch (error) {
    const rejected = error instanceof ServiceError && error.reason === "proof_rejected";
    if (!rejected) return (await saidInForm(problemOf(error))).problem ?? "";
    const { t } = await wordsOf("frame");
    return t(proof.method === "password" ? "problem.wrongPassword" : "problem.wrongCode");
  }
  if (proof.method === "email_otp")
    (await cookies()).set({ ...challengeCookie(), value: "", maxAge: 0 });
  return null;
}

/** Sends a code to the administrator's address, unless too many were sent. */
async function sendCode(administrator: LiveAdministrator): Promise<ProofAsked> {
  const { email, session } = administrator;
  try {
    const caller = await platformCaller(administrator);
    const challenge = await sendStepUpCode(caller, session.id, "hosted");
    (await cookies()).set({ ...challengeCookie(), value: challenge.token, maxAge: 15 * 60 });
    return { by: "code", email, withheld: await withheldCode(caller, challenge, email) };
  } catch (error) {
    return { by: "password", email, problem: (await saidInForm(problemOf(error))).problem };
  }
}

/** The administrator in the platform tenant, where their own session is. */
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
