import { tenantAt } from "@/app/(hosted)/_place/environments";
import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { type SignedIn, signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import type { Branding } from "@/lib/core/branding/branding";
import type { NamedPlace } from "@/lib/core/oidc/applications/own-client";
import { seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";

/** Account of the user who is signed in here, and the page it is on. */
export interface OwnAccount extends SignedIn {
  branding: Branding;
  place: NamedPlace;
}

/** Wraps a page or form for the signed-in user. Without a session, redirects to account security, which says
 *  so. */
export function withOwnAccount<Sent extends Visit>(
  work: (sent: Sent, own: OwnAccount) => Promise<Response>,
): (sent: Sent) => Promise<Response> {
  return async (sent) => {
    const place = placeOf(sent);
    const { branding, environments } = await tenantAt(place);
    const person = branding && (await signedInPerson(sent, environments));
    if (!branding || !person) return toAccount({ place });
    return work(sent, { ...person, branding, place });
  };
}

/** Redirects back to account security.
 *  @param result result that the page shows */
export function toAccount(
  { place }: Pick<OwnAccount, "place">,
  result: Record<string, string> = {},
  cookies: readonly string[] = [],
): Response {
  return seeOther(pageAt("/account-security", place, result), cookies);
}
