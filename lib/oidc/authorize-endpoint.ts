import type { RequestContext, TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { authorizeProblem, single } from "@/lib/oidc/authorize-request";
import { cookiesOf } from "@/lib/oidc/cookies";
import { errorPage } from "@/lib/oidc/error-page";
import type { OidcExchange } from "@/lib/oidc/exchange";
import { prepareBrowserSession } from "@/lib/oidc/hosted-session";
import { namedInteractionCookies } from "@/lib/oidc/interaction-cookies";
import { admitAuthorization, admitStrangerTo } from "@/lib/oidc/request-brakes";
import { passToProvider } from "@/lib/oidc/serve";
import { redirectUriAllowed } from "@/lib/oidc-clients/oidc-client";
import { resolveOidcClient } from "@/lib/oidc-clients/oidc-client-store";

/** `GET /oauth/authorize`. An error goes back to the application only when its redirect URI is a registered
 *  one; otherwise a person sees a page, and nobody is sent anywhere (RFC 6749 §4.1.2.1).
 *  @throws ServiceError `rate_limited` */
export async function serveAuthorize(request: Request, context: RequestContext): Promise<Response> {
  await admitAuthorization(context);
  const query = new URL(request.url).searchParams;
  const refused = (error: string, description: string, scope: TenantScope | null = null) =>
    errorPage(request, { status: 400, error, description }, scope);
  const clientId = single(query, "client_id");
  if (clientId === null) return refused("invalid_request", "client_id is missing or repeated");
  const found = clientId.includes("\0") ? null : await resolveOidcClient(clientId);
  if (!found) return refused("invalid_client", "there is no such client");
  const redirectUri = single(query, "redirect_uri");
  const misled = (description: string) => refused("invalid_request", description, found.scope);
  if (redirectUri === null) return misled("redirect_uri is missing or repeated");
  if (!redirectUriAllowed(found.client, redirectUri))
    return misled("redirect_uri is not one of the client’s registered addresses");
  const problem = authorizeProblem(query);
  if (problem) return redirectError(redirectUri, problem, single(query, "state"));
  const cookies = cookiesOf(request);
  const { absoluteSeconds, session } = await prepareBrowserSession(cookies, found.scope);
  if (!session) await admitStrangerTo(clientId);
  const exchange: OidcExchange = { ...found, context, absoluteSeconds };
  return namedInteractionCookies(await passToProvider(withoutEmpty(request, query), exchange));
}

/** A parameter without a value is as good as omitted (RFC 6749 §3.1). */
function withoutEmpty(request: Request, query: URLSearchParams): Request {
  const url = new URL(request.url);
  url.search = new URLSearchParams([...query].filter(([, value]) => value !== "")).toString();
  return new Request(url, { headers: request.headers });
}

function redirectError(
  redirectUri: string,
  { error, description }: { error: string; description: string },
  state: string | null,
): Response {
  const target = new URL(redirectUri);
  target.searchParams.set("error", error);
  target.searchParams.set("error_description", description);
  if (state !== null) target.searchParams.set("state", state);
  // RFC 9207: who answers, so that a client of several issuers can't be mixed up.
  target.searchParams.set("iss", config().baseUrl);
  return new Response(null, {
    status: 303,
    headers: { location: target.href, "cache-control": "no-store" },
  });
}
