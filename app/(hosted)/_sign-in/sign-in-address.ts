import type { Visit } from "@/lib/core/oidc/pages/hosted-page";

/** Parameters in the address of a sign-in's page. They include the relying party and where in it the sign-in
 *  started, for when the interaction is over: nothing else then tells where to start again. */
export interface SignInAddress {
  interaction: string;
  client: string;
  from: string;
}

/** Returns the sign-in that a page's address names. */
export function signInAddress({ asked }: Visit): SignInAddress {
  return { interaction: asked("interaction"), client: asked("client"), from: asked("from") };
}

/** Returns the address of a page of this sign-in. */
export function pageOfSignIn(
  page:
    | "/login"
    | "/login/code"
    | "/login/elsewhere"
    | "/login/enrol"
    | "/login/enrol/app"
    | "/login/passkey"
    | "/login/recovery-codes"
    | "/organization"
    | "/consent"
    | "/forgot-password"
    | "/forgot-password/sent",
  address: SignInAddress,
): string {
  const known = Object.entries(address).filter(([, value]) => value !== "");
  return `${page}?${new URLSearchParams(known)}`;
}
