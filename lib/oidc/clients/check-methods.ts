import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { ClientMethods } from "@/lib/oidc/clients/client-methods";
import { publicHttpsProblem } from "@/lib/outbound/public-address";

const MOST_KEYS = 20;
const MOST_BYTES = 16 * 1024;

/** What is wrong with how a relying party would prove itself, and in which field; null for nothing. */
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

/** Why these can't be a client's keys, or null when they can: public ones that verify PS256, RS256, ES256 or EdDSA. */
function keysProblem({ keys }: NonNullable<ClientMethods["jwks"]>): string | null {
  if (keys.length === 0 || keys.length > MOST_KEYS) return `must have 1 to ${MOST_KEYS} keys`;
  if (Buffer.byteLength(JSON.stringify(keys)) > MOST_BYTES)
    return `must be at most ${MOST_BYTES} bytes`;
  const kids = keys.flatMap(({ kid }) => kid ?? []);
  if (new Set(kids).size < kids.length) return "must have a kid of its own for each key";
  for (const key of keys) {
    // Whoever registers a private key gave it away: it must not be used.
    if (["d", "p", "q", "dp", "dq", "qi", "k"].some((name) => name in key))
      return "must hold public keys alone: a private one came along, and is worth nothing now";
    const problem = keyProblem(key as JsonWebKey);
    if (problem) return problem;
  }
  return null;
}

const LEAST_BITS = 2048;

function keyProblem(key: JsonWebKey): string | null {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key,
      format: "jwk",
    });
    if (type === "rsa" && (details?.modulusLength ?? 0) >= LEAST_BITS) return null;
    if (type === "ec" && details?.namedCurve === "prime256v1") return null;
    if (type === "ed25519") return null;
  } catch {
    return "must hold keys in the form of RFC 7517";
  }
  return `must hold RSA keys of ${LEAST_BITS} bits or more, P-256 keys or Ed25519 keys`;
}
