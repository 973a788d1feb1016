import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** A signed proof, identified by its key and its `jti`. */
export interface PresentedProof {
  keyThumbprint: string;
  jti: string;
  /** Until when it could be presented again. */
  expiresAt: Date;
}

/** Spends the `jti` of a signed proof. Only the first request to present it succeeds.
 *  @returns whether it was fresh */
export async function takeProof(db: Queryable, proof: PresentedProof): Promise<boolean> {
  const [fresh] = await takeProofs(db, [proof]);
  return fresh === true;
}

/** Spends several at once, each as `takeProof` does. Of equal ones the first is fresh.
 *  @returns whether each was fresh, in their order */
export async function takeProofs(
  db: Queryable,
  proofs: readonly PresentedProof[],
): Promise<boolean[]> {
  const hashes = proofs.map(({ jti }) => hashSecret(jti));
  const keys = proofs.map(({ keyThumbprint }) => keyThumbprint);
  const expiries = proofs.map(({ expiresAt }) => expiresAt.toISOString());
  // In one order everywhere, so that two statements with the same proofs wait for each other and never
  // deadlock.
  const taken = await db.query(lock<{ keyThumbprint: string; jtiHash: Uint8Array }>`
    INSERT INTO used_proofs (tenant_id, key_thumbprint, jti_hash, expires_at)
    SELECT ${db.tenantId}::uuid, key, hash, expires_at
    FROM unnest(${keys}::text[], ${hashes}::bytea[], ${expiries}::timestamptz[]) AS presented (key, hash, expires_at)
    ORDER BY key, hash
    ON CONFLICT DO NOTHING
    RETURNING key_thumbprint, jti_hash`);
  const fresh = new Set(taken.map(({ keyThumbprint, jtiHash }) => nameOf(keyThumbprint, jtiHash)));
  return proofs.map((_, at) => fresh.delete(nameOf(keys[at] ?? "", hashes[at] ?? Buffer.alloc(0))));
}

const nameOf = (key: string, hash: Uint8Array) => `${Buffer.from(hash).toString("base64")} ${key}`;
