import { createPublicKey, hash, type KeyObject, verify } from "node:crypto";
import { LRUCache } from "lru-cache";
import { newestNonce } from "@/lib/core/oidc/provider/proof-nonces";
import { config } from "@/lib/kernel/config/config";
import { singleton } from "@/lib/kernel/process/singleton";

/** Expected contents of a proof of possession. */
interface Expected {
  method: string;
  /** Path of the request. */
  path: string;
  /** The access token beside the proof. */
  token: string;
}

/** A key that signed an earlier proof, and its thumbprint (RFC 7638). */
interface ProofKey {
  key: KeyObject;
  thumbprint: string;
}

/** Clients repeat the header with their key. This many of the latest are cached, about 2 KiB each. */
const keys = singleton("proof-keys", () => new LRUCache<string, ProofKey>({ max: 2_000 }));

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const SIGNATURE_BYTES = 64;

/** Verifies a usual proof of possession (RFC 9449 §4.3) in a third of the provider's time: without a
 *  hand-over to another thread, and with a cached key. It refuses everything that the provider would
 *  refuse, and also unusual proofs (another algorithm than ES256, another header, an old nonce), which the
 *  provider then decides.
 *  @returns the proof's `jti` and its key's thumbprint; null where the provider must decide */
export function verifiedProof(
  proof: string,
  expected: Expected,
): { jti: string; thumbprint: string } | null {
  const [header = "", payload = "", signature = "", ...more] = proof.split(".");
  if (more.length > 0 || ![header, payload, signature].every((part) => BASE64URL.test(part)))
    return null;
  try {
    const known = keys.get(header) ?? proofKey(header);
    const signed = Buffer.from(signature, "base64url");
    if (!known || signed.length !== SIGNATURE_BYTES) return null;
    const jti = jtiOf(jsonOf(payload), expected);
    if (jti === null) return null;
    const verifyOptions = { key: known.key, dsaEncoding: "ieee-p1363" } as const;
    if (!verify("sha256", Buffer.from(`${header}.${payload}`), verifyOptions, signed)) return null;
    keys.set(header, known);
    return { jti, thumbprint: known.thumbprint };
  } catch {
    // Either no JSON, or a key that is no point of the curve.
    return null;
  }
}

function proofKey(header: string): ProofKey | null {
  const { typ, alg, jwk, ...others } = jsonOf(header);
  if (typ !== "dpop+jwt" || alg !== "ES256" || hasAny(others) || !isObject(jwk)) return null;
  const { kty, crv, x, y, ...unusual } = jwk;
  if (kty !== "EC" || crv !== "P-256" || hasAny(unusual)) return null;
  if (typeof x !== "string" || typeof y !== "string") return null;
  const thumbprint = hash("sha256", JSON.stringify({ crv, kty, x, y }), "base64url");
  return { key: createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }), thumbprint };
}

/** `jti` of claims that are about this request and have the newest nonce; null for any others. */
function jtiOf(claims: Record<string, unknown>, { method, path, token }: Expected) {
  const { iat, jti, htm, htu, ath, nonce, exp, nbf } = claims;
  if (typeof iat !== "number" || iat === 0 || exp !== undefined || nbf !== undefined) return null;
  if (typeof jti !== "string" || jti === "") return null;
  if (htm !== method || htu !== new URL(path, config().baseUrl).href) return null;
  if (ath !== hash("sha256", token, "base64url")) return null;
  return nonce === newestNonce() ? jti : null;
}

function jsonOf(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
  return isObject(value) ? value : {};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasAny = (members: object) => Object.keys(members).length > 0;
