"use server";

import { redirect } from "next/navigation";
import { problemOf } from "@/app/_components/problem-of";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import { requestContext, requestCookies, text } from "@/app/(hosted)/_request/browser";
import { finishHostedLogin } from "@/app/(hosted)/_request/finish";
import { currentInteraction, signInOfForm } from "@/app/(hosted)/_request/interaction";
import { keepPendingLogin } from "@/app/(hosted)/_request/pending-login";
import type { SignInState } from "@/app/(hosted)/login/state";
import { preflight } from "@/lib/login/preflight";
import { trustedDeviceCookieName } from "@/lib/oidc/cookies";
import { hostedCaller } from "@/lib/oidc/hosted-login";

/** The password stage on the hosted page: the same use case as the API's. */
export async function signIn(_before: SignInState, form: FormData): Promise<SignInState> {
  const email = text(form, "email").trim();
  const password = text(form, "password");
  const fields = missingFields(email, password);
  if (fields) return { email, fields };
  const address = signInOfForm(form);
  const interaction = await currentInteraction(address.interaction);
  const here = pageOfSignIn("/login", address);
  if (!interaction) redirect(here);
  const context = await requestContext();
  const cookie = await requestCookies();
  let codeSent = false;
  try {
    const outcome = await preflight(hostedCaller(interaction, context), {
      email,
      password,
      trustedDeviceToken: cookie(trustedDeviceCookieName(interaction.scope.environmentId)) ?? null,
      channel: "hosted",
    });
    if (outcome.status === "grant")
      return { email, moveOn: (await finishHostedLogin(interaction, outcome, context)) ?? here };
    await keepPendingLogin(interaction.uid, email, outcome.challenge);
    codeSent = true;
  } catch (error) {
    return { email, problem: problemOf(error) };
  }
  // Outside of `try`: a redirect is thrown.
  if (codeSent) redirect(pageOfSignIn("/login/code", address));
  return { email };
}

function missingFields(email: string, password: string): SignInState["fields"] {
  const fields: SignInState["fields"] = {};
  if (!email) fields.email = "emailEmpty";
  else if (email.length > 254 || !/^\S+@\S+$/.test(email)) fields.email = "emailInvalid";
  if (!password) fields.password = "passwordEmpty";
  return Object.keys(fields).length > 0 ? fields : undefined;
}
