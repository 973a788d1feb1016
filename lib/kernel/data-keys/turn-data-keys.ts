import { randomBytes } from "node:crypto";
import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import type { MasterKey } from "@/lib/kernel/config/master-keys";
import { DATA_KEY_BYTES, type DataKey, unwrapDataKey } from "@/lib/kernel/data-keys/data-key";
import {
  closeDataKeys,
  dataKeyOwnerTime,
  holdingDataKeys,
  insertDataKey,
  readOwnerDataKeys,
  rewrapDataKey,
} from "@/lib/kernel/data-keys/data-key-owner-store";
import { DATA_KEY_REFRESH_SECONDS } from "@/lib/kernel/data-keys/open-data-keys";

/** Seconds for which a new data key exists before it seals: every process has read it by then. */
const PUBLISHED_SECONDS = 2 * DATA_KEY_REFRESH_SECONDS;
/** Hours for which a data key remains open after the last stored value was resealed: cookies and tokens in
 *  browsers, and jobs, are sealed too, and none of them lives longer. */
const RETENTION_HOURS = 48;

/** Wraps every data key with the master key in force, and creates the data key that values are to be sealed
 *  with, in one transaction. An interrupted rotation continues with the data key that it created.
 *  @param anew creates another data key also where one was created under the master key in force
 *  @returns every data key, the newest last
 *  @throws WrongMasterKey when none of the available master keys opens a data key */
export function turnDataKeys(client: pg.Client, anew: boolean): Promise<DataKey[]> {
  const masters = config().masterKeys;
  const [inForce] = masters;
  if (!inForce) throw new Error("There is no master key");
  return holdingDataKeys(client, async () => {
    const stored = await readOwnerDataKeys(client);
    for (const each of stored)
      if (each.masterKeyId !== inForce.id)
        await rewrapDataKey(client, { id: each.id, key: unwrapDataKey(each, masters) }, inForce);
    const newest = stored.at(-1);
    if (anew || newest?.madeUnder !== inForce.id) await addDataKey(client, inForce, newest);
    return readOwnerDataKeys(client);
  });
}

function addDataKey(client: pg.Client, inForce: MasterKey, newest?: DataKey): Promise<void> {
  const key = { id: (newest?.id ?? 0) + 1, key: randomBytes(DATA_KEY_BYTES) };
  return insertDataKey(client, key, inForce, PUBLISHED_SECONDS);
}

/** Milliseconds until every process seals with a data key, by PostgreSQL's clock. */
export async function untilSealsEverywhere(
  client: pg.Client,
  { activeFrom }: Pick<DataKey, "activeFrom">,
): Promise<number> {
  const at = await dataKeyOwnerTime(client);
  const everywhere = activeFrom.getTime() + (DATA_KEY_REFRESH_SECONDS + 1) * 1000;
  return Math.max(0, everywhere - at.getTime());
}

/** Closes data keys with which no stored value is sealed any more. The first one stays for keyed hashes,
 *  which derive from it; the others are deleted.
 *  @param used the ids of those that stored values are sealed with
 *  @param atOnce also those that sealed values in browsers
 *  @returns the ids of those that were closed */
export function closeUnusedDataKeys(
  client: pg.Client,
  used: ReadonlySet<number>,
  atOnce: boolean,
): Promise<number[]> {
  return holdingDataKeys(client, async () => {
    const stored = await readOwnerDataKeys(client);
    const at = await dataKeyOwnerTime(client);
    const latest = new Date(at.getTime() - (atOnce ? 0 : RETENTION_HOURS * 3_600_000));
    const unused = stored.filter(({ id }, place) => {
      const successor = stored[place + 1];
      return successor !== undefined && successor.activeFrom < latest && !used.has(id);
    });
    return closeDataKeys(
      client,
      unused.map(({ id }) => id),
    );
  });
}
