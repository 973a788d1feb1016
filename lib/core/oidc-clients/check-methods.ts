import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { JWK } from "jose";
import type { ClientMethods } from "@/lib/core/oidc-clients/client-methods";
import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

const MOST_KEYS = 20;
const MOST_BYTES = 16 * 1024;

/** Describes the invalid part of a relying party's authentication settings, and its field; null
 *  when they are valid. */
export function methodsProblem(
  methods: Pick<ClientMethods, "tokenEndpointAuthMethod" | "jwks" | "jwksUri" | "profile">,
  type: "confidential" | "public",
): { field: string; problem: string } | null {
  const { tokenEndpointAuthMethod: method, jwks, jwksUri, profile } = methods;
  const of = (field: string, problem: string | null) => (problem ? { field, problem } : null);
  if (profile === "fapi2" && type === "public")
    return of("profile", "fapi2 needs a confidential client");
  if ((method === "none") !== (type === "public"))
    return of(
      "token_endpoint_auth_method",
      type === "public" ? "a public client has none" : "a confidential client proves itself",
    );
  if (jwks && jwksUri) return of("jwks_uri", "register jwks or jwks_uri, not both");
  if (method === "private_key_jwt" && !jwks && !jwksUri)
    return of(
      "jwks",
      "the client’s public keys are missing: private_key_jwt needs them as jwks or at jwks_uri",
    );
  return (
    of("jwks_uri", jwksUri && publicHttpsProblem(jwksUri)) ?? of("jwks", jwks && keysProblem(jwks))
  );
}

/** Reason why these can't be a client's keys, or null. Keys of unused kinds are ignored (RFC 7517 §5); at
 *  least one must verify PS256, RS256, ES256 or EdDSA. */
function keysProblem({ keys }: NonNullable<ClientMethods["jwks"]>): string | null {
  if (keys.length === 0 || keys.length > MOST_KEYS) return `must have 1 to ${MOST_KEYS} keys`;
  if (Buffer.byteLength(JSON.stringify(keys)) > MOST_BYTES)
    return `must be at most ${MOST_BYTES} bytes`;
  const kids = keys.flatMap(({ kid }) => kid ?? []);
  if (new Set(kids).size < kids.length) return "must have a kid of its own for each key";
  // A registered private key is disclosed and must not be used.
  if (keys.some((key) => privateParts.some((name) => name in key)))
    return "must hold public keys alone: a private one came along, and is worth nothing now";
  const ofKnownKind = keys.filter(isOfKnownKind);
  if (ofKnownKind.length === 0)
    return `must hold an RSA key of ${LEAST_BITS} bits or more, a P-256 key or an Ed25519 key`;
  return ofKnownKind.map((key) => keyProblem(key as JsonWebKey)).find(Boolean) ?? null;
}

const privateParts = ["d", "p", "q", "dp", "dq", "qi", "k", "priv"];

/** Whether a key could sign assertions, if it is well formed. */
function isOfKnownKind({ kty, crv, use, key_ops: operations }: JWK): boolean {
  if (use !== undefined && use !== "sig") return false;
  if (operations !== undefined && !operations.includes("verify")) return false;
  if (kty === "RSA") return true;
  return (kty === "EC" && crv === "P-256") || (kty === "OKP" && crv === "Ed25519");
}

const LEAST_BITS = 2048;

function keyProblem(key: JsonWebKey): string | null {
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({ key, format: "jwk" });
    if (key.kty !== "RSA" || (details?.modulusLength ?? 0) >= LEAST_BITS) return null;
  } catch {
    return "must hold keys in the form of RFC 7517";
  }
  return `must hold RSA keys of ${LEAST_BITS} bits or more`;
}
