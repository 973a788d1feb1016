import { cookies } from "next/headers";
import type { RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { LoginSuccess } from "@/lib/login/completed-login";
import { trustedDeviceCookie } from "@/lib/oidc/cookies";
import { completeLogin, type HostedInteraction } from "@/lib/oidc/hosted-login";

/** Hands a complete sign-in to the provider, and the browser the token of its trusted device.
 *  @returns where the sign-in goes on, or null when the interaction was over meanwhile */
export async function finishHostedLogin(
  interaction: HostedInteraction,
  { login, trustedDevice }: LoginSuccess,
  context: RequestContext,
): Promise<string | null> {
  // The pending sign-in stays as it is: taking it away would make the page that is still shown, the code's,
  // lead back to the first stage. Its code is spent.
  if (trustedDevice) {
    const device = trustedDeviceCookie(interaction.scope.environmentId, trustedDevice, now());
    (await cookies()).set({ name: device.name, value: device.value, ...device.options });
  }
  return completeLogin(interaction, login, context);
}
