import type { RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { LoginSuccess } from "@/lib/login/completed-login";
import { trustedDeviceCookie } from "@/lib/oidc/http/cookies";
import { seeOther } from "@/lib/oidc/pages/hosted-page";
import { completeLogin } from "@/lib/oidc/sign-in/complete-interaction";
import type { HostedInteraction } from "@/lib/oidc/sign-in/hosted-interaction";

/** Hands a complete sign-in to the provider, and the browser the token of its trusted device. The pending sign-in stays
 *  as it is: its code is spent, and the page of the code that Back shows must not lead to the first stage.
 *  @param page the sign-in's page, which goes on, or says that the sign-in is over */
export async function finishHostedLogin(
  interaction: HostedInteraction,
  { login, trustedDevice }: LoginSuccess,
  context: RequestContext,
  page: string,
): Promise<Response> {
  const { environmentId } = interaction.scope;
  const cookies = trustedDevice ? [trustedDeviceCookie(environmentId, trustedDevice, now())] : [];
  await completeLogin(interaction, login, context);
  return seeOther(page, cookies);
}
