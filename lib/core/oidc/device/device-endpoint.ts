import { deviceAuthorizationResponse } from "@/lib/core/contract/device-authorization";
import { beginDeviceAuthorization } from "@/lib/core/oidc/device/begin-device-authorization";
import { admitStorageFor } from "@/lib/core/oidc/http/oauth-rate-limits";
import { atMost, scopeProblem } from "@/lib/core/oidc/sign-in/authorize-request";
import { answerClient } from "@/lib/core/oidc/token/answer-client";
import {
  type AuthenticatedClient,
  hasProvedItself,
  type RelyingParty,
} from "@/lib/core/oidc/token/authenticated-client";
import { readableByPages } from "@/lib/core/oidc/token/cross-origin-answer";
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
import { isOperatorsBearer } from "@/lib/core/operators/command-line-client";

/** `POST /oauth/device` (RFC 8628 §3.1): a device without a browser, or a command line, starts a sign-in.
 *  @throws ServiceError `malformed`, `unauthenticated`, `rate_limited` */
export async function serveDeviceAuthorization(tokenRequest: TokenRequest): Promise<Response> {
  return answerClient(tokenRequest, (kind) => answerers[kind]);
}

const refuse = async () => refusedGrant("unauthorized_client", "no user signs in to this client");

const answerers: Record<AuthenticatedClient["kind"], Grant> = {
  relying_party: authenticatedGrant(proveRelyingParty, begin, "device"),
  machine: authenticatedGrant(proveMachine, refuse, "device"),
  installation: authenticatedGrant(proveInstallation, refuse, "device"),
};

async function begin(grantRequest: GrantRequest<RelyingParty>): Promise<Response> {
  const { client, form, context, request } = grantRequest;
  if (!client.client.deviceAuthorization)
    return refusedGrant(
      "unauthorized_client",
      "this client may not sign devices in: its settings in the dashboard allow it",
    );
  const scope = form.get("scope") ?? "openid";
  if (Buffer.byteLength(scope) > (atMost.scope ?? 0))
    return refusedGrant("invalid_request", `parameter scope is longer than ${atMost.scope} bytes`);
  const refused = scopeProblem(scope, client.client);
  if (refused) return refusedGrant("invalid_scope", refused.description);
  if (!hasProvedItself(client)) await admitStorageFor("device", client.clientId, context);
  const codes = await beginDeviceAuthorization(client, scope, context);
  const headers = readableByPages(client, request);
  const isTyped = await isOperatorsBearer(client.scope, client.client);
  return Response.json(deviceAuthorizationResponse(codes, isTyped), { headers });
}
