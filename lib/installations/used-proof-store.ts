import { hashSecret } from "@/lib/crypto/secrets";
import type { TenantTransaction } from "@/lib/db";

/** Takes the `jti` of a signed proof: of any number that present the same one, the first gets it.
 *  @param expiresAt until when the proof could be presented again
 *  @returns whether it was fresh */
export async function takeProof(
  { sql, tenantId }: TenantTransaction,
  proof: { keyThumbprint: string; jti: string; expiresAt: Date },
): Promise<boolean> {
  const { keyThumbprint, jti, expiresAt } = proof;
  const { count } = await sql.usedProof.createMany({
    data: [{ tenantId, keyThumbprint, jtiHash: hashSecret(jti), expiresAt }],
    skipDuplicates: true,
  });
  return count === 1;
}
