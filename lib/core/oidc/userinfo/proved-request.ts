import { proofAlgorithms, unverifiedJti } from "@/lib/core/oidc/provider/proofs";
import type { ProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { verifiedProof } from "@/lib/core/oidc/provider/verified-proof";

/** The provider's request, and the verified proof that came with the original. */
interface Proved {
  request: Request;
  proof?: ProviderRequest["proof"];
}

/** Builds the provider's request. A verified proof is left out, and its token passed as a bearer token: the
 *  provider would import the proof's key and verify the signature in threads, for each request again. Any
 *  other proof is passed on, and the provider reports its error.
 *  @param thumbprint of the key that the token is bound to; undefined for an unbound token */
export function provedRequest(request: Request, token: string, thumbprint: unknown): Proved {
  const { method, url, headers } = request;
  const proofHeader = headers.get("dpop");
  const jti = proofHeader === null ? undefined : unverifiedJti(proofHeader);
  if (proofHeader === null || jti === undefined)
    return { request: new Request(url, { method, headers }) };
  const isHolders = /^dpop /i.test(headers.get("authorization") ?? "");
  const { pathname: path } = new URL(url);
  const verified = isHolders ? verifiedProof(proofHeader, { method, path, token }) : null;
  if (!verified || verified.thumbprint !== thumbprint)
    return { proof: { jti }, request: new Request(url, { method, headers }) };
  const asBearer = new Headers(headers);
  asBearer.delete("dpop");
  asBearer.set("authorization", `Bearer ${token}`);
  const proof = { jti: verified.jti, verifiedThumbprint: verified.thumbprint };
  return { proof, request: new Request(url, { method, headers: asBearer }) };
}

/** Turns a refusal into one with the challenge for proofs, like the refusal of an invalid
 *  proof (RFC 9449 §7.1). */
export function challengingHolder(response: Response): Response {
  const challenge = response.headers.get("www-authenticate");
  if (challenge === null) return response;
  const headers = new Headers(response.headers);
  const algorithms = `algs="${proofAlgorithms.join(" ")}"`;
  headers.set("www-authenticate", `${challenge.replace(/^Bearer/, "DPoP")}, ${algorithms}`);
  return new Response(response.body, { status: response.status, headers });
}
