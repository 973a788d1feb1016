import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import type { MasterKey } from "@/lib/kernel/config/master-keys";
import { FIRST_DATA_KEY, takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { unseal } from "@/lib/kernel/crypto/seal";
import { unwrapDataKey, WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import {
  holdingDataKeys,
  insertDataKey,
  readFirstSealed,
  readOwnerDataKeys,
} from "@/lib/kernel/data-keys/data-key-owner-store";

/** Creates the database's first data key if it has none, and reads its keys into this process. The first data
 *  key has the bytes of a master key, from which an earlier version derives everything: so both versions open
 *  the same values while both run. No key is ever created over data that another key sealed.
 *  @param client of the database's owner
 *  @throws WrongMasterKey that names the master key which the database needs */
export async function ensureDataKeys(client: pg.Client): Promise<void> {
  const masters = config().masterKeys;
  let stored = await readOwnerDataKeys(client);
  if (stored.length === 0)
    stored = await holdingDataKeys(client, async () => {
      if ((await readOwnerDataKeys(client)).length === 0) {
        const first = await firstMasterKey(client, masters);
        await insertDataKey(client, { id: FIRST_DATA_KEY, key: first.key }, first, 0);
      }
      return readOwnerDataKeys(client);
    });
  takeDataKeys(stored.map((each) => ({ ...each, key: unwrapDataKey(each, masters) })));
}

/** Returns the master key that sealed the existing values; the one in force for an empty database. */
async function firstMasterKey(
  client: pg.Client,
  masters: readonly MasterKey[],
): Promise<MasterKey> {
  const sealed = await readFirstSealed(client);
  const fits = masters.find(({ key }) => !sealed || opens(key, sealed));
  if (fits) return fits;
  const ids = masters.map(({ id }) => id).join(", ");
  throw new WrongMasterKey(
    `The database was sealed with another master key than those at hand (${ids}). Give the key that this database was used with: without it nothing that is sealed can be read.`,
  );
}

function opens(key: Buffer, { kid, sealed }: { kid: string; sealed: Uint8Array }): boolean {
  takeDataKeys([{ id: FIRST_DATA_KEY, key, seals: true }]);
  try {
    unseal("signing-key", kid, sealed);
    return true;
  } catch {
    return false;
  } finally {
    takeDataKeys([]);
  }
}
