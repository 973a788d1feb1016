import { readLinkRequest } from "@/app/(hosted)/_link/asked-link";
import { pageAt } from "@/app/(hosted)/_place/place";
import type { CompletedLogin } from "@/lib/core/login/completed-login";
import { placeOfScope } from "@/lib/core/oidc/applications/own-client";
import { type Submission, seeOther } from "@/lib/core/oidc/pages/hosted-page";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { admitToOwnPages } from "@/lib/core/oidc/sign-in/own-sign-in";
import type { RedeemedLink } from "@/lib/core/password-links/redeem-password-link";
import { emailKeyOf } from "@/lib/core/users/email";
import { logger } from "@/lib/kernel/process/logger";

/** Continues after a password was chosen by a link. Where the policy accepts the link as a sign-in, finishes
 *  the sign-in during which this browser requested it; a link from elsewhere (an invitation) signs in to our
 *  own pages, which list the applications.
 *  @returns a redirect to the page that says so and moves on: the link's own page would find the link
 *  spent */
export async function continueAfterPassword(
  redeemed: RedeemedLink,
  sent: Submission,
): Promise<Response> {
  const { scope, login } = redeemed;
  const place = await placeOfScope(scope);
  const saved = pageAt("/password-saved", place);
  if (!login) return seeOther(saved);
  try {
    const resumeUrl = await finishRequestingSignIn(redeemed, login, sent);
    if (resumeUrl) return seeOther(pageAt("/password-saved", place, { on: resumeUrl }));
    const { context } = sent;
    const admitted = await admitToOwnPages({ scope, place, returnTo: saved, context }, login);
    if (!admitted) return seeOther(saved);
    const cookies = admitted.response.headers.getSetCookie();
    return seeOther(pageAt("/password-saved", place, { on: admitted.to }), cookies);
  } catch (error) {
    // The password is saved and the link is spent: the page that says so offers a sign-in.
    logger.error({ err: error }, "a link's sign-in could not go on");
    return seeOther(saved);
  }
}

/** Finishes a sign-in only for the address for which the link was requested here: another user's link, sent
 *  to this person, must not end in the application that they were about to enter as themselves. */
async function finishRequestingSignIn(
  { scope, email }: RedeemedLink,
  login: CompletedLogin,
  { cookies, context }: Submission,
): Promise<string | null> {
  const linkRequest = readLinkRequest(cookies);
  if (!linkRequest || emailKeyOf(linkRequest.email) !== emailKeyOf(email)) return null;
  const interaction = await readInteraction(linkRequest.interaction, cookies);
  if (interaction?.prompt !== "login" || interaction.answered) return null;
  if (interaction.scope.environmentId !== scope.environmentId) return null;
  return completeLogin(interaction.waiting, login, context);
}
