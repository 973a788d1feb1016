import { jwtVerify } from "jose";
import { serveToken } from "@/lib/core/oidc/token/token-endpoint";
import { verificationKey } from "@/lib/core/signing-keys/signing-keys";
import type { RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";
import type { Place } from "@/lib/kernel/process/plane-capacity";

/** A page redeems the code, and pages run outside of the planes. */
const noPlace: Place = { moveTo: async () => {} };

interface Answered {
  /** Parameters with which the issuer redirected the browser. */
  params: { code?: string; state?: string; iss?: string };
  /** State, nonce and verifier with which this browser's sign-in started. */
  checks: { state?: string; nonce?: string; code_verifier?: string };
  clientId: string;
  callback: string;
  /** Context of the browser's request, whose network is counted. */
  context: RequestContext;
}

/** Redeems the code of a dashboard sign-in at our own token endpoint with a function call, so that the
 *  service needs no route to its own public address. Makes every check of a relying party (OpenID Connect
 *  Core §3.1.3.7, RFC 9207): state, issuer, the ID token's signature, audience, time and nonce.
 *  @throws Error for an answer to a sign-in that this browser did not start, ServiceError for a refused
 *    code */
export async function redeemSignIn(answered: Answered): Promise<{ id_token: string }> {
  const { params, checks, clientId } = answered;
  const { baseUrl } = config();
  if (!checks.state || params.state !== checks.state) throw new Error("the state is another one");
  if (params.iss !== baseUrl) throw new Error("the answer is another issuer's");
  const idToken = await exchangeCode(answered);
  const { payload } = await jwtVerify(idToken, ({ kid }) => verificationKey("id_token", kid), {
    issuer: baseUrl,
    audience: clientId,
    algorithms: ["RS256"],
  });
  if (!checks.nonce || payload.nonce !== checks.nonce) throw new Error("the nonce is another one");
  return { id_token: idToken };
}

async function exchangeCode(answered: Answered): Promise<string> {
  const { params, checks, clientId, callback, context } = answered;
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: clientId,
    code: params.code ?? "",
    code_verifier: checks.code_verifier ?? "",
    redirect_uri: callback,
  });
  const request = new Request(`${config().baseUrl}/oauth/token`, { method: "POST" });
  const response = await serveToken({ request, form, context, place: noPlace });
  const { id_token: idToken } = (await response.json()) as { id_token?: string };
  if (!idToken) throw new ServiceError("malformed", { detail: "the code was refused" });
  return idToken;
}
