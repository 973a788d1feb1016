import type { DataKey } from "@/lib/kernel/data-keys/data-key";
import { readOwnerDataKeys } from "@/lib/kernel/data-keys/data-key-owner-store";
import {
  countSealedValues,
  readSealedKinds,
} from "@/lib/kernel/data-keys/sealed-value-owner-store";
import { asOwner } from "@/lib/kernel/db/owner-connection";

/** A data key and its use. */
export interface KeyUse extends Omit<DataKey, "wrappedKey"> {
  /** Number of values of each kind that are sealed with it. */
  values: { kind: string; count: number }[];
}

/** Reads every data key of the database with the values sealed with it. Needs no master key. Data keys that
 *  values name and that the database does not have are returned as `unknown`. */
export function readKeyUse(ownerUrl: string): Promise<{ keys: KeyUse[]; unknown: number[] }> {
  return asOwner(ownerUrl, async (client) => {
    const stored = await readOwnerDataKeys(client);
    const counts: { kind: string; counts: Map<number, number> }[] = [];
    for (const { kind } of await readSealedKinds(client))
      counts.push({ kind, counts: await countSealedValues(client, kind) });
    const keys = stored.map(({ wrappedKey: _, ...key }) => ({
      ...key,
      values: counts.flatMap(({ kind, counts: of }) => {
        const count = of.get(key.id);
        return count ? [{ kind, count }] : [];
      }),
    }));
    const known = new Set(stored.map(({ id }) => id));
    const named = counts.flatMap(({ counts: of }) => [...of.keys()]);
    return { keys, unknown: [...new Set(named)].filter((id) => !known.has(id)) };
  });
}
