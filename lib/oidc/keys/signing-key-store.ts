import type { JWK } from "jose";
import { unseal } from "@/lib/crypto/seal";
import { read } from "@/lib/db/queryable";
import { unscoped } from "@/lib/db/unscoped";
import type { SigningKey } from "@/lib/oidc/keys/signing-key";

interface StoredKey extends Omit<SigningKey, "privateJwk"> {
  sealedPrivateJwk: Uint8Array;
}

/** All keys that are kept, private halves opened. They are the platform's, not a tenant's. */
export async function readSigningKeys(): Promise<SigningKey[]> {
  const rows = await unscoped.query(read<StoredKey>`
    SELECT kid, purpose, alg, public_jwk, sealed_private_jwk, active_from, verifies_until
    FROM signing_keys ORDER BY active_from DESC`);
  return rows.map(({ sealedPrivateJwk, ...key }) => ({
    ...key,
    privateJwk: unseal("signing-key", key.kid, sealedPrivateJwk) as JWK,
  }));
}
