import type { JWK } from "jose";
import type { SigningKey } from "@/lib/core/signing-keys/signing-key";
import { unseal } from "@/lib/kernel/crypto/seal";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

interface StoredKey extends Omit<SigningKey, "privateJwk"> {
  sealedPrivateJwk: Uint8Array;
}

/** Reads all stored keys, with their private halves opened. They belong to the installation, not to a
 *  tenant. */
export async function readSigningKeys(): Promise<SigningKey[]> {
  const rows = await unscoped.query(read<StoredKey>`
    SELECT kid, purpose, alg, public_jwk, sealed_private_jwk, active_from, verifies_until
    FROM signing_keys ORDER BY active_from DESC`);
  return rows.map(({ sealedPrivateJwk, ...key }) => ({
    ...key,
    privateJwk: unseal("signing-key", key.kid, sealedPrivateJwk) as JWK,
  }));
}
