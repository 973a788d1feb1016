import { presentedTokenOf } from "@/lib/core/http/bearer";
import { admitAnonymous, admitUserOf } from "@/lib/core/oidc/http/oauth-rate-limits";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import { challengingHolder, provedRequest } from "@/lib/core/oidc/userinfo/proved-request";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { findPayload, resolvePayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** `GET` and `POST /oauth/userinfo`, with an access token (OpenID Connect Core §5.3), which may be
 *  bound to a key (RFC 9449 §7).
 *  @throws ServiceError `rate_limited` */
export async function serveUserinfo(request: Request, context: RequestContext): Promise<Response> {
  const token = presentedTokenOf(request);
  const known = token && (await holderOf(token));
  if (!known) {
    await admitAnonymous(context);
    return request.headers.has("authorization") ? invalidToken() : noToken();
  }
  const { scope, client, userId, thumbprint } = known;
  await admitUserOf(client.clientId, userId);
  const { proof, request: asked } = provedRequest(request, token, thumbprint);
  // Only the token identifies the caller, so a body is ignored. The method stays: a proof of
  // possession contains it.
  const nothing = asked.method === "POST" ? new URLSearchParams() : undefined;
  const response = await passToProvider(asked, { scope, context, client, proof }, nothing);
  return proof?.verifiedThumbprint ? challengingHolder(response) : response;
}

/** Returns the client that an access token was issued to, its user, and the thumbprint of its bound key; the
 *  provider checks the token itself. */
async function holderOf(token: string) {
  const scope = await resolvePayload("AccessToken", token);
  const stored =
    scope && (await inTransaction(scope, (db) => findPayload(db, "AccessToken", token)));
  if (!stored) return null;
  const { clientId, accountId, jkt } = stored.content;
  const found = await resolveOidcClient(String(clientId));
  if (found?.scope.environmentId !== scope.environmentId) return null;
  return { scope, client: found.client, userId: String(accountId), thumbprint: jkt };
}

/** A request without a token gets the scheme and no error (RFC 6750 §3.1). */
function noToken(): Response {
  return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
}

function invalidToken(): Response {
  const body = { error: "invalid_token", error_description: "invalid token provided" };
  const challenge = 'Bearer error="invalid_token", error_description="invalid token provided"';
  return Response.json(body, { status: 401, headers: { "www-authenticate": challenge } });
}
