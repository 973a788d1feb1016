import { newSigningKey } from "@/lib/core/signing-keys/new-signing-key";
import { algorithms, type SigningPurpose } from "@/lib/core/signing-keys/signing-key";
import {
  insertSigningKey,
  keyOwnerTime,
  purposesWithKeys,
  withKeyLock,
} from "@/lib/core/signing-keys/signing-key-owner-store";
import { ensureDataKeys } from "@/lib/kernel/data-keys/ensure-data-keys";
import { asOwner } from "@/lib/kernel/db/owner-connection";

/** Makes the first key of each purpose that has none, after the data key that seals them. Runs as the owner's
 *  role after a migration; two parallel runs leave one key per purpose.
 *  @returns the purposes that got a key
 *  @throws WrongMasterKey that names the master key of the database */
export async function ensureSigningKeys(ownerUrl: string): Promise<SigningPurpose[]> {
  return asOwner(ownerUrl, async (client) => {
    await ensureDataKeys(client);
    return withKeyLock(client, async () => {
      const present = await purposesWithKeys(client);
      const missing = (Object.keys(algorithms) as SigningPurpose[]).filter(
        (purpose) => !present.has(purpose),
      );
      for (const purpose of missing)
        await insertSigningKey(
          client,
          purpose,
          await newSigningKey(purpose),
          await keyOwnerTime(client),
        );
      return missing;
    });
  });
}
