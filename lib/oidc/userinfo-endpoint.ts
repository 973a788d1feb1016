import type { RequestContext } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { bearerOf } from "@/lib/http/bearer";
import { passToProvider } from "@/lib/oidc/serve";
import { resolveOidcClient } from "@/lib/oidc-clients/oidc-client-store";
import { findPayload, resolvePayload } from "@/lib/oidc-payloads/oidc-payload-store";

/** `GET` and `POST /oauth/userinfo`, with an access token as the bearer (OpenID Connect Core §5.3). */
export async function serveUserinfo(request: Request, context: RequestContext): Promise<Response> {
  const token = bearerOf(request);
  const scope = token && (await resolvePayload("AccessToken", token));
  if (!scope) return invalidToken();
  const stored = await inTenant(scope, (t) => findPayload(t, "AccessToken", token));
  const found = await resolveOidcClient(String(stored?.content.clientId ?? ""));
  if (!found || found.scope.environmentId !== scope.environmentId) return invalidToken();
  // The token alone says who asks; a body has nothing to add.
  const bare = new Request(request.url, { method: "GET", headers: request.headers });
  return passToProvider(bare, { scope, context, client: found.client });
}

function invalidToken(): Response {
  const body = { error: "invalid_token", error_description: "invalid token provided" };
  const challenge = 'Bearer error="invalid_token", error_description="invalid token provided"';
  return Response.json(body, { status: 401, headers: { "www-authenticate": challenge } });
}
