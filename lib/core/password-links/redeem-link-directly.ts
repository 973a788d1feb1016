import type { LoginGrant } from "@/lib/core/login/completed-login";
import { credentialsRejected } from "@/lib/core/login/refuse-login";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import type { Caller } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Redeems a link's secret for a product that shows its own page to choose a password. An unknown, a
 *  spent, an expired and another environment's secret are one refusal, and none of them is spent by it.
 *  @returns the grant of the sign-in that this proves as well, or null when the user has to sign in
 *  @throws ServiceError `invalid_credentials` for the secret, `unprocessable` for the password */
export async function redeemLinkDirectly(
  caller: Caller,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<LoginGrant | null> {
  try {
    return (await redeemPasswordLink(token, newPassword, caller.context, caller)).grant;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") throw credentialsRejected();
    throw error;
  }
}
