import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import type { GrantRequest } from "@/lib/core/oidc/token/grant";
import { relyingPartyGrant } from "@/lib/core/oidc/token/relying-party-grant";
import { consumePayload, findPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** `authorization_code` of a relying party. A failed redemption is permanent (spec, OAuth errors): after a
 *  wrong verifier or redirect_uri, the code is consumed. */
export async function authorizationCodeGrant(
  grantRequest: GrantRequest<RelyingParty>,
): Promise<Response> {
  const response = await relyingPartyGrant(grantRequest);
  const code = grantRequest.form.get("code");
  if (code && (await isFailed(response))) await spendCode(grantRequest.client, code);
  return response;
}

/** Whether a redemption has failed. A demand for a proof with a nonce is no failure: the client sends the
 *  same request again (RFC 9449 §8). */
async function isFailed(response: Response): Promise<boolean> {
  if (response.status !== 400) return false;
  const { error } = (await response.clone().json()) as { error?: string };
  return error !== "use_dpop_nonce";
}

/** Consumes a code; only the client that it was issued to can. */
async function spendCode({ scope, clientId }: RelyingParty, code: string): Promise<void> {
  await inTransaction(scope, async (db) => {
    const stored = await findPayload(db, "AuthorizationCode", code);
    if (stored?.content.clientId === clientId && !stored.consumedAt)
      await consumePayload(db, "AuthorizationCode", code, now());
  });
}
