import { tenantAt } from "@/app/(hosted)/_place/environments";
import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { admitAuthorization } from "@/lib/core/oidc/http/oauth-rate-limits";
import { hostedPage, seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { beginOwnSignIn } from "@/lib/core/oidc/sign-in/own-sign-in";

/** Starts the sign-in of our own pages and returns to the page that requested it: account security, or with
 *  `?to=password-saved` the page that says what a new password opens. */
async function show(visit: Visit): Promise<Response> {
  const { context, cookies, asked } = visit;
  await admitAuthorization(context);
  const place = placeOf(visit);
  const [environment] = (await tenantAt(place)).environments;
  if (!environment) return seeOther(pageAt("/account-security", place));
  const { scope, environmentKey } = environment;
  const named = { ...place, environment: environmentKey };
  const page = asked("to") === "password-saved" ? "/password-saved" : "/account-security";
  return beginOwnSignIn({ scope, place: named, returnTo: pageAt(page, named), context }, cookies);
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show });
