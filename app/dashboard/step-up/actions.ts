"use server";

import { randomUUID } from "node:crypto";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { CHALLENGE_COOKIE, challengeCookie } from "@/app/dashboard/step-up/challenge-cookie";
import {
  reverifySession,
  type StepUpProof,
  sendStepUpCode,
} from "@/lib/account-security/reverify-session";
import type { LiveAdministrator } from "@/lib/administrators/live-administrator";
import type { Caller } from "@/lib/caller";
import { ServiceError } from "@/lib/errors";
import { browserContext } from "@/lib/http/request-context";

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** Proves by password that it is still the administrator who sits there. */
export async function proveByPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const password = text(form, "password");
  return prove({ method: "password", password }, form, "That is not your password.");
}

/** Sends a code to the administrator's address, unless too many were sent, and goes on to where it is typed. */
export async function sendCodeAction(_: FormState, form: FormData): Promise<FormState> {
  const administrator = await signedInAdministrator();
  let by = "code";
  try {
    const caller = await platformCaller(administrator);
    const { token, sent } = await sendStepUpCode(caller, administrator.session.id, "hosted");
    by = sent ? "code" : "earlier-code";
    (await cookies()).set({ ...challengeCookie(), value: token, maxAge: 15 * 60 });
  } catch (error) {
    return problemOf(error);
  }
  const query = new URLSearchParams({ by, return: ownPage(text(form, "return")) });
  redirect(`/dashboard/step-up?${query}`);
}

/** Proves it by the code that was sent. */
export async function proveByCodeAction(_: FormState, form: FormData): Promise<FormState> {
  const code = text(form, "code").replace(/\s/g, "");
  const challengeToken = (await cookies()).get(CHALLENGE_COOKIE)?.value ?? null;
  const wrong = "That code is wrong, or not valid any more. You can send another one.";
  return prove({ method: "email_otp", code, challengeToken }, form, wrong);
}

async function prove(proof: StepUpProof, form: FormData, wrong: string): Promise<FormState> {
  const administrator = await signedInAdministrator();
  try {
    const caller = await platformCaller(administrator);
    await reverifySession(caller, administrator.session.id, proof, "hosted");
  } catch (error) {
    const rejected = error instanceof ServiceError && error.reason === "proof_rejected";
    return rejected ? { problem: wrong } : problemOf(error);
  }
  (await cookies()).set({ ...challengeCookie(), value: "", maxAge: 0 });
  redirect(ownPage(text(form, "return")));
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
