import { passkeyOfferCookie } from "@/app/(hosted)/_sign-in/kept-enrolment";
import { pageOfSignIn, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { offerPasskey } from "@/lib/core/account-security/offer-passkey";
import type { LoginSuccess } from "@/lib/core/login/completed-login";
import { trustedDeviceCookie } from "@/lib/core/oidc/http/cookies";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { type HostedInteraction, hostedCaller } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { now } from "@/lib/kernel/clock";

/** Passes a complete sign-in to the provider, and the token of its trusted device to the browser. The pending
 *  sign-in stays: its code is spent, and the page of the code, which Back shows, must not lead to the first
 *  stage.
 *  @param keepsPasskeys whether a passkey may be offered before the sign-in continues: the device supports
 *  passkeys, and the sign-in used none
 *  @returns a redirect to the sign-in's page, which continues, or says that the sign-in is over */
export async function finishHostedLogin(
  visit: Visit,
  interaction: HostedInteraction,
  { login, trustedDevice }: Pick<LoginSuccess, "login" | "trustedDevice">,
  keepsPasskeys = false,
): Promise<Response> {
  const { uid, scope } = interaction;
  const cookies = trustedDevice
    ? [trustedDeviceCookie(scope.environmentId, trustedDevice, now())]
    : [];
  await completeLogin(interaction.waiting, login, visit.context);
  const caller = hostedCaller(interaction, visit.context);
  const offer = keepsPasskeys ? await offerPasskey(caller, login) : null;
  const address = signInAddress(visit);
  if (!offer) return seeOther(pageOfSignIn("/login", address), cookies);
  cookies.push(passkeyOfferCookie.keep(uid, { token: offer.token }));
  return seeOther(pageOfSignIn("/login/passkey", address), cookies);
}
