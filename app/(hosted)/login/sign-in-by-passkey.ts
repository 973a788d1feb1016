import { finishHostedLogin } from "@/app/(hosted)/_sign-in/finish";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";
import { isPasskeyLoginOver, loginByPasskey } from "@/lib/core/login/passkey-login";
import type { Submission } from "@/lib/core/oidc/pages/hosted-page";
import { passkeyAnswer } from "@/lib/core/oidc/pages/passkey-answer";
import { type Problem, problemOf } from "@/lib/core/oidc/pages/problem";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";

/** Signs a user in by a passkey alone.
 *  @returns the problem when the passkey is refused, for the sign-in's page, which then asks for another
 *  one */
export async function signInByPasskey(
  sent: Submission,
  interaction: HostedInteraction,
): Promise<Response | Problem> {
  const { uid, scope } = interaction;
  const token = sent.field("passkeyToken");
  const answer = sent.field("passkey");
  // A page that waited too long sends no answer.
  if (!answer || isPasskeyLoginOver(scope, uid, token)) return { kind: "passkeyOver" };
  const response = passkeyAnswer(PasskeyAuthenticationResponse, answer);
  if (!response) return { kind: "passkeyRejected" };
  try {
    const end = await loginByPasskey(hostedCaller(interaction, sent.context), {
      token,
      boundTo: uid,
      response,
      rememberDevice: false,
      deviceName: null,
      channel: "hosted",
    });
    // A passkey alone leads to no enrolment: where it does not count, it is refused.
    if (end.status !== "grant") return { kind: "passkeyRejected" };
    return await finishHostedLogin(sent, interaction, end);
  } catch (error) {
    return problemOf(error, "passkeyRejected");
  }
}
