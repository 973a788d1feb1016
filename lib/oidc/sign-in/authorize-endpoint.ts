import type { RequestContext, TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { redirectUriAllowed } from "@/lib/oidc/clients/oidc-client";
import { resolveOidcClient } from "@/lib/oidc/clients/oidc-client-store";
import { recordRefusedAuthorization } from "@/lib/oidc/clients/record-refused-authorization";
import type { AuthorizationRefusal } from "@/lib/oidc/clients/refused-authorization";
import { cookiesOf } from "@/lib/oidc/http/cookies";
import { single } from "@/lib/oidc/http/form";
import { admitAuthorization, admitStrangerTo } from "@/lib/oidc/http/oauth-rate-limits";
import { errorPage } from "@/lib/oidc/pages/error-page";
import { passToProvider } from "@/lib/oidc/provider/pass-to-provider";
import { prepareBrowserSession } from "@/lib/oidc/session/hosted-session";
import {
  authorizeProblem,
  scopeProblem,
  unrecognisedIn,
} from "@/lib/oidc/sign-in/authorize-request";
import { namedInteractionCookies } from "@/lib/oidc/sign-in/interaction-cookies";

/** `GET /oauth/authorize`. An error goes back to the application only when its redirect URI is a registered
 *  one; otherwise a person sees a page, and nobody is sent anywhere (RFC 6749 §4.1.2.1).
 *  @throws ServiceError `rate_limited` */
export async function serveAuthorize(request: Request, context: RequestContext): Promise<Response> {
  await admitAuthorization(context);
  const query = new URL(request.url).searchParams;
  // A page tells whoever runs the application all that is wrong at once: the next attempt would be refused as well.
  const refused = (error: string, refusal: string, scope: TenantScope | null = null) => {
    const description = [refusal, unrecognisedIn(query) ?? []].flat().join("; ");
    return errorPage(request, { status: 400, error, description }, scope);
  };
  const clientId = single(query, "client_id");
  if (clientId === null) return refused("invalid_request", "client_id is missing or repeated");
  const found = clientId.includes("\0") ? null : await resolveOidcClient(clientId);
  if (!found) return refused("invalid_client", "there is no such client");
  const redirectUri = single(query, "redirect_uri");
  const note = (refusal: AuthorizationRefusal) =>
    recordRefusedAuthorization(found.scope, found.client.id, refusal);
  const misled = async (description: string) => {
    await note({ cause: "address", error: "invalid_request", description, redirectUri });
    return refused("invalid_request", description, found.scope);
  };
  if (redirectUri === null) return misled("redirect_uri is missing or repeated");
  if (!redirectUriAllowed(found.client, redirectUri))
    return misled("redirect_uri is not one of the client’s registered addresses");
  const problem = authorizeProblem(query) ?? scopeProblem(query, found.client);
  if (problem) {
    await note({ cause: "parameters", ...problem });
    return redirectError(redirectUri, problem, single(query, "state"));
  }
  const cookies = cookiesOf(request);
  const { absoluteSeconds, session } = await prepareBrowserSession(cookies, found.scope);
  if (!session) await admitStrangerTo(clientId);
  const known = { ...found, context, absoluteSeconds };
  return namedInteractionCookies(await passToProvider(withoutEmpty(request, query), known));
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
  // RFC 9207: the answer names its issuer, so that a client of several issuers can't mistake one for another.
  target.searchParams.set("iss", config().baseUrl);
  return new Response(null, {
    status: 303,
    headers: { location: target.href, "cache-control": "no-store" },
  });
}
