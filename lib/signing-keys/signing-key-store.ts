import type { JWK } from "jose";
import { unseal } from "@/lib/crypto/seal";
import { beforeTenant } from "@/lib/db";
import type { SigningKey } from "@/lib/signing-keys/signing-key";

/** All keys that are kept, private halves opened. They are the platform's, not a tenant's. */
export async function readSigningKeys(): Promise<SigningKey[]> {
  const rows = await beforeTenant.signingKey.findMany({ orderBy: { activeFrom: "desc" } });
  return rows.map((row) => ({
    kid: row.kid,
    purpose: row.purpose,
    alg: row.alg,
    publicJwk: row.publicJwk as unknown as JWK,
    privateJwk: unseal("signing-key", row.kid, row.sealedPrivateJwk) as JWK,
    activeFrom: row.activeFrom,
    verifiesUntil: row.verifiesUntil,
  }));
}
