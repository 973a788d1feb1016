import { secondsAfter } from "@/lib/clock";
import { asOwner } from "@/lib/db-owner";
import { timeOf } from "@/lib/signing-keys/key-owner-time";
import { newSigningKey } from "@/lib/signing-keys/new-signing-key";
import {
  algorithms,
  type SigningKey,
  type SigningPurpose,
  verifiesForSeconds,
} from "@/lib/signing-keys/signing-key";
import { KEY_CACHE_SECONDS } from "@/lib/signing-keys/signing-keys";

/** The keys as the key commands show them: no private part. */
export type KeyEntry = Pick<SigningKey, "kid" | "purpose" | "alg" | "activeFrom" | "verifiesUntil">;

/** Makes a new key for each purpose. It is published at once, signs once every process and every relying
 *  party that keeps our answers has had time to see it, and the key before it verifies for as long as
 *  anything that it signed lives. Nothing is restarted and nothing that is live becomes invalid. Keys that
 *  verify nothing any more are removed. Runs as the owner's role: the application can't make keys.
 *  @returns the new keys */
export async function rotateSigningKeys(
  ownerUrl: string,
  purposes: readonly SigningPurpose[] = Object.keys(algorithms) as SigningPurpose[],
): Promise<KeyEntry[]> {
  return asOwner(ownerUrl, async (client) => {
    const made: KeyEntry[] = [];
    await client.query("BEGIN");
    // Two rotations at once would each retire the other's new key.
    await client.query("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE");
    const at = await timeOf(client);
    const activeFrom = secondsAfter(at, 2 * KEY_CACHE_SECONDS);
    await client.query("DELETE FROM signing_keys WHERE verifies_until < $1", [at]);
    for (const purpose of purposes) {
      const key = await newSigningKey(purpose);
      await client.query(
        "UPDATE signing_keys SET verifies_until = $2 WHERE purpose = $1 AND verifies_until IS NULL",
        [purpose, secondsAfter(activeFrom, verifiesForSeconds[purpose])],
      );
      await client.query(
        `INSERT INTO signing_keys (kid, purpose, alg, public_jwk, sealed_private_jwk, active_from)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [
          key.kid,
          purpose,
          key.alg,
          JSON.stringify(key.publicJwk),
          key.sealedPrivateJwk,
          activeFrom,
        ],
      );
      made.push({ kid: key.kid, purpose, alg: key.alg, activeFrom, verifiesUntil: null });
    }
    await client.query("COMMIT");
    return made;
  });
}

/** Every key that is kept, newest first within its purpose. */
export async function listSigningKeys(ownerUrl: string): Promise<KeyEntry[]> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<KeyEntry>(
      `SELECT kid, purpose::text AS purpose, alg, active_from AS "activeFrom", verifies_until AS "verifiesUntil"
       FROM signing_keys ORDER BY purpose, active_from DESC`,
    );
    return rows;
  });
}
