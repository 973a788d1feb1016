import { findIssuedToken } from "@/lib/core/oidc/issued-tokens/find-issued-token";
import { mayRevoke } from "@/lib/core/oidc/issued-tokens/issued-token";
import { revokeIssuedToken } from "@/lib/core/oidc/issued-tokens/revoke-issued-token";
import { answerClient } from "@/lib/core/oidc/token/answer-client";
import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import { readableByPages } from "@/lib/core/oidc/token/cross-origin-answer";
import type { Grant, GrantRequest, TokenRequest } from "@/lib/core/oidc/token/grant";
import {
  proveInstallation,
  proveMachine,
  proveRelyingParty,
} from "@/lib/core/oidc/token/prove-client";
import { authenticatedGrant } from "@/lib/core/oidc/token/proved";
import { ServiceError } from "@/lib/kernel/errors";

/** `POST /oauth/revoke` (RFC 7009). An unknown or ended token, or another client's, gets the same answer as a
 *  revoked one: from then on it is worthless to this client.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function serveRevocation(tokenRequest: TokenRequest): Promise<Response> {
  if (!tokenRequest.form.get("token"))
    throw new ServiceError("malformed", { detail: "missing required parameter: token" });
  return answerClient(tokenRequest, (kind) => answerers[kind]);
}

const answerers: Record<AuthenticatedClient["kind"], Grant> = {
  relying_party: authenticatedGrant(proveRelyingParty, revoke, "revoke"),
  machine: authenticatedGrant(proveMachine, revoke, "revoke"),
  installation: authenticatedGrant(proveInstallation, revoke, "revoke"),
};

async function revoke({
  request,
  client,
  form,
  context,
}: GrantRequest<AuthenticatedClient>): Promise<Response> {
  const token = await findIssuedToken(client.scope, form.get("token") ?? "");
  if (token && mayRevoke(client, token)) await revokeIssuedToken(client, token, context);
  return new Response(null, { status: 200, headers: readableByPages(client, request) });
}
