import { pageAt, placeOfQuery } from "@/app/(hosted)/_place/place";
import { environmentsAt } from "@/app/(hosted)/_request/tenant";
import type { RequestContext } from "@/lib/caller";
import { cookiesOf } from "@/lib/oidc/cookies";
import { refusalPage } from "@/lib/oidc/error-page";
import { oauthRoute } from "@/lib/oidc/oauth-route";
import { beginOwnSignIn } from "@/lib/oidc/own-sign-in";
import { admitAuthorization } from "@/lib/oidc/request-brakes";

/** Begins the sign-in of our own pages and comes back to the one that asked: account security, or with
 *  `?to=password-saved` the page that says what a new password opens. */
async function signIn(request: Request, context: RequestContext): Promise<Response> {
  await admitAuthorization(context);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const place = placeOfQuery(query);
  const [environment] = await environmentsAt(place);
  if (!environment)
    return new Response(null, {
      status: 303,
      headers: { location: pageAt("/account-security", place) },
    });
  const { scope, environmentKey } = environment;
  const named = { ...place, environment: environmentKey };
  const page = query.to === "password-saved" ? "/password-saved" : "/account-security";
  const begun = { scope, place: named, returnTo: pageAt(page, named), context };
  return beginOwnSignIn(begun, cookiesOf(request));
}

export const GET = oauthRoute("public", signIn, refusalPage);
