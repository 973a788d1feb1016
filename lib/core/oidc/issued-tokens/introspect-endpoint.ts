import { inactive, introspectionResponse } from "@/lib/core/contract/introspection";
import { activeToken } from "@/lib/core/oidc/issued-tokens/active-token";
import type { IssuedToken } from "@/lib/core/oidc/issued-tokens/issued-token";
import { answerClient } from "@/lib/core/oidc/token/answer-client";
import {
  type AuthenticatedClient,
  hasProvedItself,
} from "@/lib/core/oidc/token/authenticated-client";
import type { Grant, GrantRequest, TokenRequest } from "@/lib/core/oidc/token/grant";
import type { PresentedClient } from "@/lib/core/oidc/token/presented-client";
import {
  proveInstallation,
  proveMachine,
  proveRelyingParty,
} from "@/lib/core/oidc/token/prove-client";
import { authenticatedGrant } from "@/lib/core/oidc/token/proved";
import { ServiceError } from "@/lib/kernel/errors";

/** `POST /oauth/introspect` (RFC 7662): whether a token is valid, and its contents. A client sees its own
 *  tokens, a machine credential those of its environment; any other is reported as inactive.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function serveIntrospection(tokenRequest: TokenRequest): Promise<Response> {
  if (!tokenRequest.form.get("token"))
    throw new ServiceError("malformed", { detail: "missing required parameter: token" });
  return answerClient(tokenRequest, (kind) => answerers[kind]);
}

const answerers: Record<AuthenticatedClient["kind"], Grant> = {
  relying_party: authenticatedGrant(proveConfidential, introspect, "introspect"),
  machine: authenticatedGrant(proveMachine, introspect, "introspect"),
  installation: authenticatedGrant(proveInstallation, introspect, "introspect"),
};

/** Refuses a public client like an unknown one (RFC 7662 §2.1): any bearer of its tokens could send its
 *  id. */
async function proveConfidential(presented: PresentedClient) {
  const client = await proveRelyingParty(presented);
  return client && hasProvedItself(client) ? client : null;
}

async function introspect({ client, form }: GrantRequest<AuthenticatedClient>): Promise<Response> {
  const token: IssuedToken | null = await activeToken(client, form.get("token") ?? "");
  return Response.json(token ? introspectionResponse(token) : inactive);
}
