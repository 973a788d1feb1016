import { newSigningKey } from "@/lib/core/signing-keys/new-signing-key";
import {
  algorithms,
  type SigningPurpose,
  verifiesForSeconds,
} from "@/lib/core/signing-keys/signing-key";
import {
  deleteExpiredKeys,
  insertSigningKey,
  type KeyEntry,
  keyOwnerTime,
  readKeyEntries,
  retireSigningKeys,
  withKeyLock,
} from "@/lib/core/signing-keys/signing-key-owner-store";
import { KEY_CACHE_SECONDS } from "@/lib/core/signing-keys/signing-keys";
import { secondsAfter } from "@/lib/kernel/clock";
import { ensureDataKeys } from "@/lib/kernel/data-keys/ensure-data-keys";
import { asOwner } from "@/lib/kernel/db/owner-connection";

/** Makes a new key for each purpose. It is published at once, and signs once every process and every relying
 *  party that caches our answers has had time to read it. The key before it verifies for as long as anything
 *  that it signed is valid. Nothing is restarted, and nothing that is valid becomes invalid. Deletes keys
 *  that verify nothing any more. Runs as the owner's role: the application can't make keys.
 *  @returns the new keys */
export async function rotateSigningKeys(
  ownerUrl: string,
  purposes: readonly SigningPurpose[] = Object.keys(algorithms) as SigningPurpose[],
): Promise<KeyEntry[]> {
  return asOwner(ownerUrl, async (client) => {
    await ensureDataKeys(client);
    // Two parallel rotations would each retire the other's new key.
    return withKeyLock(client, async () => {
      const made: KeyEntry[] = [];
      const at = await keyOwnerTime(client);
      const activeFrom = secondsAfter(at, 2 * KEY_CACHE_SECONDS);
      await deleteExpiredKeys(client, at);
      for (const purpose of purposes) {
        const key = await newSigningKey(purpose);
        const verifiesUntil = secondsAfter(activeFrom, verifiesForSeconds[purpose]);
        await retireSigningKeys(client, purpose, verifiesUntil);
        await insertSigningKey(client, purpose, key, activeFrom);
        made.push({ kid: key.kid, purpose, alg: key.alg, activeFrom, verifiesUntil: null });
      }
      return made;
    });
  });
}

/** Returns all stored keys, the newest first within their purpose. */
export async function listSigningKeys(ownerUrl: string): Promise<KeyEntry[]> {
  return asOwner(ownerUrl, readKeyEntries);
}
