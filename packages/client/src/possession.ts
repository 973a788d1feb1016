import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from "jose";
import { digestOf } from "./seal.js";
import type { SharedStore } from "./store.js";

/** Oldest accepted age of a proof, and tolerance for its sender's clock, in seconds. */
const OLDEST_SECONDS = 60;
const SKEW_SECONDS = 30;

/** Accepted algorithms of a proof. The same as at the service. */
const algorithms = ["ES256", "EdDSA", "Ed25519"];

/** Proof of possession in a request: it shows that the sender has the key that the token is bound to. */
export interface PresentedProof {
  /** The header `DPoP`, unchanged. */
  proof: string;
  /** The request's method. */
  method: string;
  /** The request's address as your callers know it: with the public name, also behind a proxy. */
  url: string;
}

/** Checks a proof of possession for a protected resource (RFC 9449 §4.3), and accepts it once.
 *  @param token the access token beside it
 *  @param thumbprint of the key that the token is bound to: `cnf.jkt` (RFC 7638)
 *  @param proofs stores the `jti` of each, for all your servers
 *  @throws for an invalid proof */
export async function checkPossession(
  { proof, method, url }: PresentedProof,
  token: string,
  thumbprint: string,
  proofs: SharedStore,
): Promise<void> {
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    algorithms,
    requiredClaims: ["iat", "jti", "htm", "htu", "ath"],
    maxTokenAge: OLDEST_SECONDS,
    clockTolerance: SKEW_SECONDS,
  });
  const jwk = protectedHeader.jwk as JWK;
  if ((await calculateJwkThumbprint(jwk)) !== thumbprint)
    throw new TypeError("The proof is of another key than the token's");
  const { htm, htu, ath, jti } = payload;
  if (htm !== method) throw new TypeError("The proof is for another method");
  if (typeof htu !== "string" || addressOf(htu) !== addressOf(url))
    throw new TypeError("The proof is for another address");
  if (ath !== (await digestOf(token))) throw new TypeError("The proof is for another token");
  if (typeof jti !== "string" || jti.length < 1 || jti.length > 255)
    throw new TypeError("The proof's jti is no text of 1 to 255 characters");
  const place = `dpop:${thumbprint}:${jti}`;
  if (!(await proofs.add(place, "1", OLDEST_SECONDS + 2 * SKEW_SECONDS)))
    throw new TypeError("The proof was used before");
}

/** Normalises an address (RFC 3986 §6.2), without query and fragment, which no proof covers (RFC 9449
 *  §4.3). */
function addressOf(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
