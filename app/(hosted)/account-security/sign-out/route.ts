import { pageAt, placeOfQuery } from "@/app/(hosted)/_place/place";
import { environmentsAt } from "@/app/(hosted)/_request/tenant";
import type { RequestContext } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { cookiesOf } from "@/lib/oidc/cookies";
import { refusalPage } from "@/lib/oidc/error-page";
import { endHostedSession, sessionToSignOut } from "@/lib/oidc/hosted-session";
import { oauthRoute } from "@/lib/oidc/oauth-route";
import { readForm } from "@/lib/oidc/token-endpoint";

/** Ends this browser's own session at a tenant. A route with a plain form and no server action: that makes it a
 *  navigation of its own, after which nothing of the page before is left in the browser's memory. Only our own pages
 *  may post here. */
async function signOut(request: Request, context: RequestContext): Promise<Response> {
  if (request.headers.get("origin") !== new URL(config().baseUrl).origin)
    return new Response("Forbidden", { status: 403 });
  const place = placeOfQuery(Object.fromEntries(await readForm(request)));
  for (const { scope } of await environmentsAt(place)) {
    const session = await sessionToSignOut(cookiesOf(request), scope);
    if (!session) continue;
    await endHostedSession(scope, session, context, "logout");
    break;
  }
  return new Response(null, { status: 303, headers: { location: pageAt("/signed-out", place) } });
}

export const POST = oauthRoute("public", signOut, refusalPage);
