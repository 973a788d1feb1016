import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from "jose";
import { isUseDue } from "@/lib/core/credentials/last-use";
import { takeProof } from "@/lib/core/installations/used-proof-store";
import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import { signedAssertion } from "@/lib/core/oidc/token/signed-assertion";
import {
  type ResolvedOidcClient,
  resolveOidcClient,
  touchOidcClient,
} from "@/lib/core/oidc-clients/oidc-client-store";
import { now } from "@/lib/kernel/clock";
import { isJoseRefusal } from "@/lib/kernel/crypto/jose-refusal";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import {
  KEYS_RETRY_SECONDS,
  PublishedKeysUnavailable,
  publishedKeys,
} from "@/lib/kernel/outbound/published-keys";

/** Algorithms of relying parties' assertions (RFC 7518 §3.1, RFC 8037, RFC 9864). */
export const clientAssertionAlgorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];

/** The same without RSASSA-PKCS1-v1_5 (FAPI 2.0 Security Profile §5.4.1). */
const strictAlgorithms = clientAssertionAlgorithms.filter((alg) => alg !== "RS256");

/** Authenticates a relying party by an assertion, once: a key of the client's signed it, for us and for a
 *  short time, and its `jti` was never presented to any process. Records the use.
 *  @returns null for an invalid assertion
 *  @throws ServiceError `unavailable` when the client's published keys can't be read */
export async function provenClient(
  clientId: string,
  assertion: string,
): Promise<RelyingParty | null> {
  const at = now();
  const found = await resolveOidcClient(clientId);
  const key = found && keysOf(found.client);
  if (!found || !key) return null;
  const { scope, client } = found;
  const strict = client.profile === "fapi2";
  const algorithms = strict ? strictAlgorithms : clientAssertionAlgorithms;
  const expected = { clientId, key, algorithms, strict, at };
  const proof = await signedAssertion(assertion, expected).catch(refused);
  if (!proof) return null;
  const fresh = await inTransaction(scope, async (db) => {
    if (!(await takeProof(db, { keyThumbprint: `client ${clientId}`, ...proof }))) return false;
    if (isUseDue(client.lastUsedAt, at)) await touchOidcClient(db, client.id, at);
    return true;
  });
  return fresh ? { kind: "relying_party", clientId, ...found } : null;
}

/** Keys that verify a client's assertions; null for one with another authentication method. */
function keysOf(client: ResolvedOidcClient): JWTVerifyGetKey | null {
  const { tokenEndpointAuthMethod, jwks, jwksUri, id } = client;
  if (tokenEndpointAuthMethod !== "private_key_jwt") return null;
  if (jwksUri !== null) return publishedKeys(id, jwksUri);
  return jwks && createLocalJWKSet({ keys: jwks.keys.map(ofEitherName) });
}

/** A key under both of its algorithm names. An Ed25519 signature is called EdDSA by RFC 8037 and Ed25519 by
 *  RFC 9864: a library may register a key under one name and sign under the other. */
function ofEitherName(key: JWK): JWK {
  if (key.kty !== "OKP") return key;
  const { alg: _, ...rest } = key;
  return rest;
}

function refused(error: unknown): null {
  if (error instanceof PublishedKeysUnavailable)
    throw new ServiceError("unavailable", {
      detail: `the keys at the client's jwks_uri can't be read: ${error.message}`,
      retryAfterSeconds: KEYS_RETRY_SECONDS,
      cause: error,
    });
  if (isJoseRefusal(error)) return null;
  throw error;
}
