import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import { type OpenedDataKey, takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { unseal } from "@/lib/kernel/crypto/seal";
import { unwrapDataKey } from "@/lib/kernel/data-keys/data-key";
import { readOwnerDataKeys } from "@/lib/kernel/data-keys/data-key-owner-store";
import {
  countSealedValues,
  readSealedKinds,
  readSealedValues,
} from "@/lib/kernel/data-keys/sealed-value-owner-store";

/** Number of values of each kind that are opened. */
const SAMPLE = 50;

/** Result of opening stored keys and values with the available keys. */
export interface SealedCheck {
  /** A line for each data key that they do not open. */
  wrongKeys: string[];
  /** A line for each kind with values that do not open. */
  unopened: string[];
  /** Number of values that were opened. */
  opened: number;
}

/** Opens every data key and some values of every kind, and checks that every data key that values name
 *  exists. Afterwards this process has the keys that could be opened.
 *  @param client of the database's owner */
export async function checkSealedValues(client: pg.Client): Promise<SealedCheck> {
  const { keys, wrongKeys } = await openWhatOpens(client);
  takeDataKeys(keys);
  const stored = new Set((await readOwnerDataKeys(client)).map(({ id }) => id));
  const unopened: string[] = [];
  let opened = 0;
  for (const { kind, purpose } of await readSealedKinds(client)) {
    const counts = await countSealedValues(client, kind);
    for (const [id, count] of counts)
      if (!stored.has(id)) unopened.push(`${kind}: ${count} name data key ${id}, which is missing`);
    const values = await readSealedValues(client, kind, SAMPLE);
    const open = values.filter(({ context, sealed }) => opens(purpose, context, sealed)).length;
    opened += open;
    if (open < values.length)
      unopened.push(`${kind}: ${values.length - open} of ${values.length} tried don't open`);
  }
  return { wrongKeys, unopened, opened };
}

async function openWhatOpens(
  client: pg.Client,
): Promise<{ keys: OpenedDataKey[]; wrongKeys: string[] }> {
  const { masterKeys } = config();
  const keys: OpenedDataKey[] = [];
  const wrongKeys = new Set<string>();
  const stored = await readOwnerDataKeys(client);
  if (stored.length === 0) wrongKeys.add("the database has no data key");
  for (const each of stored) {
    try {
      keys.push({ ...each, key: unwrapDataKey(each, masterKeys) });
    } catch (error) {
      wrongKeys.add(error instanceof Error ? error.message : String(error));
    }
  }
  return { keys, wrongKeys: [...wrongKeys] };
}

function opens(purpose: string, context: string, sealed: Buffer): boolean {
  try {
    unseal(purpose, context, sealed);
    return true;
  } catch {
    return false;
  }
}
