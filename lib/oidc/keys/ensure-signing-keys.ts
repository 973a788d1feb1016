import { ensureDataKeys } from "@/lib/crypto/data-keys/ensure-data-keys";
import { asOwner } from "@/lib/db/owner-connection";
import { newSigningKey } from "@/lib/oidc/keys/new-signing-key";
import { algorithms, type SigningPurpose } from "@/lib/oidc/keys/signing-key";
import {
  holdingKeys,
  insertSigningKey,
  keyOwnerTime,
  purposesWithKeys,
} from "@/lib/oidc/keys/signing-key-owner-store";

/** Makes the first key of each purpose that has none, after the data key that seals them. Runs as the owner's role after a migration; two
 *  that run at once leave one key a purpose.
 *  @returns the purposes a key was made for
 *  @throws WrongMasterKey that says which master key the database needs */
export async function ensureSigningKeys(ownerUrl: string): Promise<SigningPurpose[]> {
  return asOwner(ownerUrl, async (client) => {
    await ensureDataKeys(client);
    return holdingKeys(client, async () => {
      const present = await purposesWithKeys(client);
      const wanted = (Object.keys(algorithms) as SigningPurpose[]).filter(
        (purpose) => !present.has(purpose),
      );
      for (const purpose of wanted)
        await insertSigningKey(
          client,
          purpose,
          await newSigningKey(purpose),
          await keyOwnerTime(client),
        );
      return wanted;
    });
  });
}
