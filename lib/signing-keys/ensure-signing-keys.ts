import { asOwner } from "@/lib/db-owner";
import { timeOf } from "@/lib/signing-keys/key-owner-time";
import { newSigningKey } from "@/lib/signing-keys/new-signing-key";
import { algorithms, type SigningPurpose } from "@/lib/signing-keys/signing-key";

/** Makes the first key of each purpose that has none. Runs as the owner's role after a migration; two
 *  that run at once leave one key a purpose.
 *  @returns the purposes a key was made for */
export async function ensureSigningKeys(ownerUrl: string): Promise<SigningPurpose[]> {
  return asOwner(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await client.query("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE");
    const { rows } = await client.query<{ purpose: string }>(
      "SELECT DISTINCT purpose FROM signing_keys",
    );
    const present = new Set(rows.map((row) => row.purpose));
    const wanted = (Object.keys(algorithms) as SigningPurpose[]).filter(
      (purpose) => !present.has(purpose),
    );
    for (const purpose of wanted) {
      const key = await newSigningKey(purpose);
      await client.query(
        `INSERT INTO signing_keys (kid, purpose, alg, public_jwk, sealed_private_jwk, active_from)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [
          key.kid,
          purpose,
          key.alg,
          JSON.stringify(key.publicJwk),
          key.sealedPrivateJwk,
          await timeOf(client),
        ],
      );
    }
    await client.query("COMMIT");
    return wanted;
  });
}
