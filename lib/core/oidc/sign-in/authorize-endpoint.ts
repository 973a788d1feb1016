import { cookiesOf } from "@/lib/core/oidc/http/cookies";
import { single, withoutEmpty } from "@/lib/core/oidc/http/form";
import { admitAuthorization } from "@/lib/core/oidc/http/oauth-rate-limits";
import { errorPage } from "@/lib/core/oidc/pages/error-page";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import type { ProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { unusableRequest } from "@/lib/core/oidc/provider/store-pushed";
import { prepareBrowserSession } from "@/lib/core/oidc/session/hosted-session";
import { type AuthorizeProblem, unrecognisedIn } from "@/lib/core/oidc/sign-in/authorize-request";
import { namedInteractionCookies } from "@/lib/core/oidc/sign-in/interaction-cookies";
import { pushedRequest } from "@/lib/core/oidc/sign-in/pushed-request";
import { readAuthorization } from "@/lib/core/oidc/sign-in/read-authorization";
import { refusedAuthorization } from "@/lib/core/oidc/sign-in/refused-authorization";
import { refusalTarget } from "@/lib/core/oidc/sign-in/unread-request-object";
import { redirectUriAllowed } from "@/lib/core/oidc-clients/oidc-client";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { recordRefusedAuthorization } from "@/lib/core/oidc-clients/record-refused-authorization";
import type { AuthorizationRefusal } from "@/lib/core/oidc-clients/refused-authorization";
import type { RequestContext, TenantScope } from "@/lib/kernel/caller";

type FoundClient = NonNullable<Awaited<ReturnType<typeof resolveOidcClient>>>;
type Refuse = (error: string, refusal: string, scope: TenantScope) => Promise<Response>;

/** `GET /oauth/authorize`; `POST` redirects to it (form-to-query.ts, OpenID Connect Core §3.1.2.1). An error
 *  is sent to the application only at a registered redirect URI; otherwise the person sees a page and is not
 *  redirected (RFC 6749 §4.1.2.1).
 *  @throws ServiceError `rate_limited` */
export async function serveAuthorize(request: Request, context: RequestContext): Promise<Response> {
  await admitAuthorization(context);
  const query = withoutEmpty(new URL(request.url).searchParams);
  // The page shows developers of the application all errors at once: otherwise the next attempt
  // would be refused as well.
  const refused = (error: string, refusal: string, scope: TenantScope | null = null) => {
    const also = unrecognisedIn(query) ?? [];
    const description = [...new Set([refusal, also].flat())].join("; ");
    return errorPage(request, { status: 400, error, description }, scope);
  };
  const clientId = single(query, "client_id");
  if (clientId === null) return refused("invalid_request", "client_id is missing or repeated");
  const found = clientId.includes("\0") ? null : await resolveOidcClient(clientId);
  if (!found) return refused("invalid_client", "there is no such client");
  const pushed = pushedRequest(query, clientId);
  const unrecognisedName = pushed && unrecognisedIn(query);
  if (unrecognisedName) return refused("invalid_request", unrecognisedName, found.scope);
  const accepted = pushed ? { query: pushed } : await plainRequest(request, query, found, refused);
  if (accepted instanceof Response) return accepted;
  const cookies = cookiesOf(request);
  const { absoluteSeconds } = await prepareBrowserSession(cookies, found.scope);
  const known: ProviderRequest = { ...found, context, absoluteSeconds };
  const response = await passToProvider(requestWithQuery(request, accepted.query), known);
  // A pushed request was checked when it was pushed: here it belongs to another client, has
  // expired, or was used.
  if (pushed && known.refusal?.error.startsWith("invalid_request"))
    return beginAgain(request, query, found, refused);
  return namedInteractionCookies(response, known);
}

/** Redirects a browser whose pushed request is unusable to its application, which can start again: a page
 *  would leave the person stuck. Only the address provides the redirect URI and the state, because the pushed
 *  request may be another browser's. So the answer is the same as for an unknown request.
 *  @param refused page for a client with several addresses, none of which the request names */
function beginAgain(
  request: Request,
  query: URLSearchParams,
  { scope, client }: FoundClient,
  refused: Refuse,
): Promise<Response> {
  const { error, description } = unusableRequest;
  const named = single(query, "redirect_uri");
  const [only, ...others] = client.redirectUris;
  const known = named !== null && redirectUriAllowed(client, named) ? named : null;
  const redirectUri = known ?? (others.length === 0 ? only : undefined);
  if (redirectUri === undefined) return refused(error, description, scope);
  return refusedAuthorization(request, { redirectUri, ...refusalTarget(query) }, unusableRequest);
}

/** Reads an authorization request with all parameters in its query.
 *  @param refused page for a request whose redirect URI can't be trusted
 *  @returns the parameters in the provider's format, or the refusal */
async function plainRequest(
  request: Request,
  query: URLSearchParams,
  found: FoundClient,
  refused: Refuse,
): Promise<{ query: URLSearchParams } | Response> {
  const redirectUri = single(query, "redirect_uri");
  const note = (refusal: AuthorizationRefusal) =>
    recordRefusedAuthorization(found.scope, found.client.id, refusal);
  const refuseAddress = async (description: string) => {
    await note({ cause: "address", error: "invalid_request", description, redirectUri });
    return refused("invalid_request", description, found.scope);
  };
  if (redirectUri === null) return refuseAddress("redirect_uri is missing or repeated");
  if (!redirectUriAllowed(found.client, redirectUri))
    return refuseAddress("redirect_uri is not one of the client’s registered addresses");
  const authorization = found.client.requirePushedAuthorizationRequests
    ? mustBePushed
    : await readAuthorization(query, found.client);
  if ("error" in authorization) {
    await note({ cause: "parameters", ...authorization });
    return refusedAuthorization(request, { redirectUri, ...refusalTarget(query) }, authorization);
  }
  return authorization;
}

/** Error for a client that must push its requests (RFC 9126 §6). */
const mustBePushed: AuthorizeProblem = {
  error: "invalid_request",
  description: "this client has to push its authorization requests to /oauth/par",
};

function requestWithQuery(request: Request, query: URLSearchParams): Request {
  const url = new URL(request.url);
  url.search = query.toString();
  return new Request(url, { headers: request.headers });
}
