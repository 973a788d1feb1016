import { single } from "@/lib/core/oidc/http/form";
import { oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import { readAuthorization } from "@/lib/core/oidc/sign-in/read-authorization";
import { answerClient } from "@/lib/core/oidc/token/answer-client";
import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import {
  type Grant,
  type GrantRequest,
  refusedGrant,
  type TokenRequest,
} from "@/lib/core/oidc/token/grant";
import {
  proveInstallation,
  proveMachine,
  proveRelyingParty,
} from "@/lib/core/oidc/token/prove-client";
import { authenticatedGrant } from "@/lib/core/oidc/token/proved";
import { provedForm } from "@/lib/core/oidc/token/relying-party-grant";
import { redirectUriAllowed } from "@/lib/core/oidc-clients/oidc-client";

/** `POST /oauth/par` (RFC 9126): a relying party pushes an authorization request, and gets a `request_uri`
 *  for the browser. The request is checked like one at the authorization endpoint.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export function servePushed(tokenRequest: TokenRequest): Promise<Response> {
  return answerClient(tokenRequest, (kind) => pushing[kind]);
}

const notTheirs = async () =>
  refusedGrant("unauthorized_client", "this client has no authorization requests");

const pushing: Record<RelyingParty["kind"] | "machine" | "installation", Grant> = {
  relying_party: authenticatedGrant(proveRelyingParty, push, "par"),
  machine: authenticatedGrant(proveMachine, notTheirs, "par"),
  installation: authenticatedGrant(proveInstallation, notTheirs, "par"),
};

/** Parameters that authenticate a client, and are no part of the request. */
const ofProof = ["client_secret", "client_assertion", "client_assertion_type"];

async function push(grantRequest: GrantRequest<RelyingParty>): Promise<Response> {
  const { request, form, context, client: authenticated } = grantRequest;
  const { scope, client, clientId } = authenticated;
  const query = new URLSearchParams([...form].filter(([name]) => !ofProof.includes(name)));
  query.set("client_id", clientId);
  const redirectUri = single(query, "redirect_uri");
  if (redirectUri === null)
    return refusedGrant("invalid_request", "redirect_uri is missing or repeated");
  if (!redirectUriAllowed(client, redirectUri))
    return refusedGrant(
      "invalid_request",
      "redirect_uri is not one of the client’s registered addresses",
    );
  const read = await readAuthorization(query, client);
  if ("error" in read) return oauthErrorResponse({ status: 400, ...read });
  const proof = [...provedForm(form, clientId)].filter(([name]) => ofProof.includes(name));
  const known = { scope, context, client, authenticatedClientId: clientId };
  return passToProvider(request, known, new URLSearchParams([...read.query, ...proof]));
}
