"use server";

import { redirect } from "next/navigation";
import { problemOf } from "@/app/_components/problem-of";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import { requestContext, text } from "@/app/(hosted)/_request/browser";
import { finishHostedLogin } from "@/app/(hosted)/_request/finish";
import { currentInteraction, signInOfForm } from "@/app/(hosted)/_request/interaction";
import {
  forgetPendingLogin,
  keepPendingLogin,
  readPendingLogin,
} from "@/app/(hosted)/_request/pending-login";
import type { SignInState } from "@/app/(hosted)/login/state";
import { resendLoginCode } from "@/lib/login/resend-login-code";
import { verifyLoginCode } from "@/lib/login/verify-login-code";
import { hostedCaller } from "@/lib/oidc/hosted-login";

/** The code stage. Three buttons, one form, so that all of them work without scripts. */
export async function enterCode(_before: SignInState, form: FormData): Promise<SignInState> {
  const address = signInOfForm(form);
  const { interaction: uid } = address;
  const login = pageOfSignIn("/login", address);
  const interaction = await currentInteraction(uid);
  const pending = interaction && (await readPendingLogin(uid));
  if (!interaction || !pending) redirect(login);
  const intent = text(form, "intent");
  if (intent === "other") {
    await forgetPendingLogin(uid);
    redirect(login);
  }
  const context = await requestContext();
  const caller = hostedCaller(interaction, context);
  try {
    if (intent === "resend") {
      const { token: challengeToken, email } = pending;
      const challenge = await resendLoginCode(caller, { challengeToken, channel: "hosted" });
      await keepPendingLogin(uid, email, challenge);
      return { resent: challenge.sent };
    }
    // Pasted codes come with spaces and dashes; digits of other scripts count as well.
    const code = text(form, "code").normalize("NFKC").replace(/[\s-]/g, "");
    if (!code) return { fields: { code: "codeEmpty" } };
    if (!/^\d+$/.test(code) || code.length !== pending.codeLength)
      return { fields: { code: "codeShape" } };
    const success = await verifyLoginCode(caller, {
      email: pending.email,
      code,
      challengeToken: pending.token,
      rememberDevice: form.get("trust") === "on",
      deviceName: null,
      channel: "hosted",
    });
    return { moveOn: (await finishHostedLogin(interaction, success, context)) ?? login };
  } catch (error) {
    const problem = problemOf(error, "codeRejected");
    // A lock stops new codes, not the one that this sign-in waits for.
    const stopped = intent === "resend" && problem.kind === "locked";
    return { problem: stopped ? { ...problem, kind: "notResent" } : problem };
  }
}
