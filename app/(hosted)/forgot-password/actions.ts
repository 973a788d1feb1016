"use server";

import { redirect } from "next/navigation";
import type { Problem } from "@/app/_components/problem";
import { problemOf } from "@/app/_components/problem-of";
import { keepAsked } from "@/app/(hosted)/_interaction/asked-link";
import { placeOfForm } from "@/app/(hosted)/_place/place";
import { requestContext, text } from "@/app/(hosted)/_request/browser";
import { signInOfForm } from "@/app/(hosted)/_request/interaction";
import { pageOfForgotten, readOrigin } from "@/app/(hosted)/forgot-password/origin";
import { requestPasswordReset } from "@/lib/login/request-password-reset";
import { hostedCaller } from "@/lib/oidc/hosted-login";

/** What came of asking for a link. */
export interface ForgotState {
  email?: string;
  fields?: { email: "emailEmpty" | "emailInvalid" };
  problem?: Problem;
}

/** Asks for a link. The answer is the same whether the address has an account or not. */
export async function askForLink(_before: ForgotState, form: FormData): Promise<ForgotState> {
  const email = text(form, "email").trim();
  if (!email) return { email, fields: { email: "emailEmpty" } };
  if (email.length > 254 || !/^\S+@\S+$/.test(email))
    return { email, fields: { email: "emailInvalid" } };
  const named = { ...signInOfForm(form), ...placeOfForm(form) };
  try {
    const origin = await readOrigin(named);
    if (!origin) return { email, problem: { kind: "failed", at: Date.now() } };
    const wait = await requestPasswordReset(hostedCaller(origin, await requestContext()), email);
    // It is about the network they sit in, whoever the address belongs to.
    if (wait !== null)
      return { email, problem: { kind: "locked", retryAfterSeconds: wait, at: Date.now() } };
    await keepAsked({ interaction: named.interaction, email });
  } catch (error) {
    return { email, problem: problemOf(error) };
  }
  // To a page of its own: refreshing it asks for nothing again. Outside of `try`: a redirect is thrown.
  redirect(pageOfForgotten("/forgot-password/sent", named));
}
