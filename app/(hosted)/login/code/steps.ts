import { finishHostedLogin } from "@/app/(hosted)/_sign-in/finish";
import { toNextStage } from "@/app/(hosted)/_sign-in/next-stage";
import type {
  PendingCode,
  PendingLogin,
  PendingPasskey,
} from "@/app/(hosted)/_sign-in/pending-login";
import type { CodeRefusal } from "@/app/(hosted)/login/code/code-refusal";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { changeMethod } from "@/lib/core/login/ask-second-factor";
import { loginByPasskey } from "@/lib/core/login/passkey-login";
import { resendLoginCode } from "@/lib/core/login/resend-login-code";
import { verifyLoginCode } from "@/lib/core/login/verify-login-code";
import type { Submission } from "@/lib/core/oidc/pages/hosted-page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";
import { ServiceError } from "@/lib/kernel/errors";

/** Form of the second stage, and its sign-in. */
interface Stage {
  sent: Submission;
  interaction: HostedInteraction;
}

/** Sends a new code by email. */
export async function resend(
  { sent, interaction }: Stage,
  pending: PendingLogin,
): Promise<Response> {
  const caller = hostedCaller(interaction, sent.context);
  const request = { challengeToken: pending.token, channel: "hosted" } as const;
  const challenge = await resendLoginCode(caller, request);
  const outcome = { status: "otp_required", challenge } as const;
  return toNextStage(sent, interaction.uid, pending, outcome, true);
}

/** Changes to another accepted method. */
export async function changeFactor(
  { sent, interaction }: Stage,
  pending: PendingLogin,
  methodName: string,
): Promise<Response> {
  const method = pending.methods.find((one) => one === methodName);
  if (!method) throw new ServiceError("malformed", { detail: "there is no such method" });
  const caller = hostedCaller(interaction, sent.context);
  const request = { challengeToken: pending.token, channel: "hosted", method } as const;
  const outcome = await changeMethod(caller, request);
  return toNextStage(sent, interaction.uid, pending, outcome, method === pending.type);
}

/** Verifies a code: a mailed one, an app's or a recovery code. */
export async function verifyCode(
  { sent, interaction }: Stage,
  pending: PendingCode,
): Promise<Response | CodeRefusal> {
  const { code, wrong } = typedCode(sent.field("code"), pending.codeLength);
  if (wrong) return { wrong };
  const end = await verifyLoginCode(hostedCaller(interaction, sent.context), {
    email: pending.email,
    code,
    challengeToken: pending.token,
    ...remembered(sent),
  });
  if (end.status !== "grant") return toNextStage(sent, interaction.uid, pending, end);
  return finishHostedLogin(sent, interaction, end, pending.keepsPasskeys);
}

/** Verifies a passkey. A form without one comes from a page that waited too long: it gets a new challenge. */
export async function verifyPasskey(stage: Stage, pending: PendingPasskey): Promise<Response> {
  const { sent, interaction } = stage;
  const response = passkeyAnswer(PasskeyAuthenticationResponse, sent.field("passkey"));
  if (!response) return changeFactor(stage, pending, "passkey");
  const caller = hostedCaller(interaction, sent.context);
  const end = await loginByPasskey(caller, {
    token: pending.token,
    boundTo: interaction.uid,
    response,
    ...remembered(sent),
  });
  if (end.status !== "grant") return toNextStage(sent, interaction.uid, pending, end);
  return finishHostedLogin(sent, interaction, end);
}

function remembered({ field }: Submission) {
  return { rememberDevice: field("trust") === "on", deviceName: null, channel: "hosted" } as const;
}
