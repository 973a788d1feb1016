import { deviceRequestState } from "@/lib/core/device-codes/device-authorization";
import { notePoll } from "@/lib/core/device-codes/device-authorization-store";
import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import { type GrantRequest, refusedGrant } from "@/lib/core/oidc/token/grant";
import { relyingPartyGrant } from "@/lib/core/oidc/token/relying-party-grant";
import { now } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";

/** Grant of RFC 8628: a device polls until its sign-in is approved. The provider then
 *  issues the tokens, once. */
export async function deviceCodeGrant(grantRequest: GrantRequest<RelyingParty>): Promise<Response> {
  const { form, client } = grantRequest;
  const deviceCode = form.get("device_code");
  if (!deviceCode)
    return refusedGrant("invalid_request", "missing required parameter: device_code");
  if (!client.client.deviceAuthorization)
    return refusedGrant("unauthorized_client", "this client may not sign devices in");
  const at = now();
  const poll = { deviceCode, oidcClientId: client.client.id, at };
  const request = await inBatch(client.scope, (db) => notePoll(db, poll));
  const standing = request ? deviceRequestState(request, at) : "used";
  switch (standing) {
    case "approved":
      return relyingPartyGrant(grantRequest);
    case "expired":
      return refusedGrant("expired_token", "nobody signed the device in: ask for a new code");
    case "denied":
      return refusedGrant("access_denied", "the user refused the device");
    case "pending":
      return request?.isEarly
        ? refusedGrant("slow_down", "the pause between two requests is five seconds longer now")
        : refusedGrant("authorization_pending", "the user has not answered yet");
    default:
      return refusedGrant("invalid_grant", "the device code is unknown or was used");
  }
}
