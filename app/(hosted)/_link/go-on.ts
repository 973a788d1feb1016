import { cookies } from "next/headers";
import { readAsked } from "@/app/(hosted)/_interaction/asked-link";
import { pageAt } from "@/app/(hosted)/_place/place";
import { currentInteraction } from "@/app/(hosted)/_request/interaction";
import type { RequestContext } from "@/lib/caller";
import { logger } from "@/lib/logger";
import type { CompletedLogin } from "@/lib/login/completed-login";
import type { RedeemedLink } from "@/lib/login/redeem-password-link";
import { completeLogin } from "@/lib/oidc/hosted-login";
import { placeOfScope } from "@/lib/oidc/own-client";
import { admitToOwnPages } from "@/lib/oidc/own-sign-in";
import { emailKeyOf } from "@/lib/users/email";

/** Where somebody goes on who has just chosen a password by a link. The link is a sign-in as well where the
 *  policy takes it for one: then it finishes the sign-in during which this browser asked for it, or, when it
 *  came from elsewhere (an invitation), signs in to our own pages, which know the applications.
 *  @returns the page that says so and moves on: the link's own finds it spent by now */
export async function goOn(redeemed: RedeemedLink, context: RequestContext): Promise<string> {
  const { scope, login } = redeemed;
  const place = await placeOfScope(scope);
  const saved = pageAt("/password-saved", place);
  if (!login) return saved;
  try {
    const asked = await finishAsked(redeemed, login, context);
    if (asked) return pageAt("/password-saved", place, { on: asked });
    const admitted = await admitToOwnPages({ scope, place, returnTo: saved, context }, login);
    for (const line of admitted?.response.headers.getSetCookie() ?? []) await keepCookie(line);
    return admitted ? pageAt("/password-saved", place, { on: admitted.to }) : saved;
  } catch (error) {
    // The password is saved and the link is spent: the page that says so offers a sign-in.
    logger.error({ err: error }, "a link's sign-in could not go on");
    return saved;
  }
}

/** Only for the address for which it was asked here: somebody else's link, sent to this person, must not end
 *  in the application that they were about to enter as themselves. */
async function finishAsked(
  { scope, email }: RedeemedLink,
  login: CompletedLogin,
  context: RequestContext,
): Promise<string | null> {
  const asked = await readAsked();
  if (!asked || emailKeyOf(asked.email) !== emailKeyOf(email)) return null;
  const interaction = await currentInteraction(asked.interaction);
  if (interaction?.prompt !== "login") return null;
  if (interaction.scope.environmentId !== scope.environmentId) return null;
  return completeLogin(interaction, login, context);
}

/** Hands the browser a cookie that the provider sets, as its header spells it. */
async function keepCookie(line: string): Promise<void> {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const at = pair.indexOf("=");
  const of = (name: string) =>
    attributes.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const expires = of("expires");
  (await cookies()).set({
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    path: of("path") ?? "/",
    httpOnly: true,
    sameSite: "lax",
    secure: attributes.some((part) => part.toLowerCase() === "secure"),
    ...(expires ? { expires: new Date(expires) } : {}),
  });
}
