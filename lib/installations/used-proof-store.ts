import { hashSecret } from "@/lib/crypto/secrets";
import { lock, type Queryable } from "@/lib/db/queryable";

/** Takes the `jti` of a signed proof. The first who presents it gets it, and nobody after that.
 *  @param expiresAt until when the proof could be presented again
 *  @returns whether it was fresh */
export async function takeProof(
  db: Queryable,
  { keyThumbprint, jti, expiresAt }: { keyThumbprint: string; jti: string; expiresAt: Date },
): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO used_proofs (tenant_id, key_thumbprint, jti_hash, expires_at)
    VALUES (${db.tenantId}::uuid, ${keyThumbprint}, ${hashSecret(jti)}, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}
