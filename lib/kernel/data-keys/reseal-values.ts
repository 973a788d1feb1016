import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { seal, unseal } from "@/lib/kernel/crypto/seal";
import { unwrapDataKey } from "@/lib/kernel/data-keys/data-key";
import { ensureDataKeys } from "@/lib/kernel/data-keys/ensure-data-keys";
import {
  countSealedValues,
  lockResealing,
  readSealedKinds,
  readSealedValues,
  readServersWithout,
  replaceSealedValues,
  type SealedKind,
  type SealedValue,
} from "@/lib/kernel/data-keys/sealed-value-owner-store";
import {
  closeUnusedDataKeys,
  turnDataKeys,
  untilSealsEverywhere,
} from "@/lib/kernel/data-keys/turn-data-keys";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { ServiceError } from "@/lib/kernel/errors";

/** Values of a batch, which is one statement, so that rows are locked only briefly. */
const BATCH = 200;
/** Milliseconds between batches, so that requests come first. */
const PAUSE_MS = 20;

/** Progress of one kind of values. */
export interface ResealedKind {
  kind: string;
  resealed: number;
  /** Values that remain, because they can't be opened or their row is locked. */
  left: number;
}

/** Result of resealing. */
export interface Resealed {
  /** The data key that seals now, and the master key that wraps every data key. */
  dataKeyId: number;
  masterKeyId: string;
  kinds: ResealedKind[];
  /** Data keys that were closed. */
  closedDataKeys: number[];
}

interface Options {
  /** Receives each line of progress. */
  say: (line: string) => void;
  /** Creates another data key although the newest was created under the master key in force. */
  anew?: boolean;
  /** Closes the earlier data keys at once, without waiting until values in browsers expire, as after a
   *  theft. */
  atOnce?: boolean;
  /** Continues although servers run that could not read the result. */
  force?: boolean;
  /** Waits for a number of milliseconds; a test does not. */
  wait?: (ms: number) => Promise<unknown>;
}

/** Rotates the keys while the service runs: the master key in force wraps every data key at once, a new data
 *  key seals from the time at which every process has it, and then every stored value is sealed with it,
 *  batch by batch. An interrupted run is continued by the next one: each value names the key that sealed it.
 *  @throws ServiceError `conflict` when another process does so now, or when servers run that could not read
 *  the result
 *  @throws WrongMasterKey that names the master key which the database needs */
export function resealValues(ownerUrl: string, options: Options): Promise<Resealed> {
  return asOwner(ownerUrl, async (client) => {
    if (!(await lockResealing(client)))
      throw new ServiceError("conflict", {
        detail: "Another process seals the values of this database anew. Wait until it has ended.",
      });
    await ensureDataKeys(client);
    if (!options.force) await refuseServersWithout(client);
    const masters = config().masterKeys;
    const keys = await turnDataKeys(client, options.anew ?? false);
    const newest = keys.at(-1);
    if (!newest) throw new Error("The database has no data key");
    const waitMs = await untilSealsEverywhere(client, newest);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      options.say(`data key ${newest.id} is there; every process seals with it in ${seconds} s`);
      await (options.wait ?? sleep)(waitMs);
    }
    takeDataKeys(
      keys.map((each) => ({
        ...each,
        key: unwrapDataKey(each, masters),
        seals: each.id === newest.id,
      })),
    );
    const { kinds, used } = await resealKinds(client, newest.id, options);
    const closedDataKeys = await closeUnusedDataKeys(client, used, options.atOnce ?? false);
    return { dataKeyId: newest.id, masterKeyId: newest.masterKeyId, kinds, closedDataKeys };
  });
}

async function resealKinds(client: pg.Client, dataKeyId: number, options: Options) {
  const kinds: ResealedKind[] = [];
  const used = new Set([dataKeyId]);
  for (const kind of await readSealedKinds(client)) {
    const waiting = sumOthers(await countSealedValues(client, kind.kind), dataKeyId);
    const resealed = await resealKind(client, kind, { dataKeyId, waiting, ...options });
    const after = await countSealedValues(client, kind.kind);
    for (const id of after.keys()) used.add(id);
    kinds.push({ kind: kind.kind, resealed, left: sumOthers(after, dataKeyId) });
  }
  return { kinds, used };
}

interface Kind extends Options {
  dataKeyId: number;
  waiting: number;
}

/** Repeats passes over a kind until one has nothing to reseal: rows that were locked are free by the next
 *  pass. */
async function resealKind(client: pg.Client, kind: SealedKind, of: Kind): Promise<number> {
  let done = 0;
  for (;;) {
    const found = await pass(client, kind, of, done);
    done += found;
    if (found === 0) break;
  }
  of.say(`${kind.kind}: ${done} sealed anew`);
  return done;
}

async function pass(
  client: pg.Client,
  { kind, purpose }: SealedKind,
  { dataKeyId, waiting, say, wait = sleep }: Kind,
  before: number,
): Promise<number> {
  let done = 0;
  let behind: string | undefined;
  for (let batch = 1; ; batch += 1) {
    const values = await readSealedValues(client, kind, BATCH, { otherThan: dataKeyId, behind });
    const opened = values.flatMap((value) => sealedAnew(purpose, value));
    if (opened.length > 0) done += await replaceSealedValues(client, kind, opened);
    behind = values.at(-1)?.place;
    if (values.length < BATCH) return done;
    if (batch % 20 === 0) say(`${kind}: ${before + done} of ${waiting}`);
    await wait(PAUSE_MS);
  }
}

/** Returns the value with its resealed bytes; nothing for one that does not open. */
function sealedAnew(purpose: string, value: SealedValue): (SealedValue & { becomes: Buffer })[] {
  try {
    const content = unseal(purpose, value.context, value.sealed);
    return [{ ...value, becomes: seal(purpose, value.context, content) }];
  } catch {
    return [];
  }
}

function sumOthers(counts: ReadonlyMap<number, number>, dataKeyId: number): number {
  let sum = 0;
  for (const [id, count] of counts) if (id !== dataKeyId) sum += count;
  return sum;
}

async function refuseServersWithout(client: pg.Client): Promise<void> {
  const { masterKeys, databaseUrl, pooled } = config();
  const inForce = masterKeys[0]?.id ?? "";
  // A pooler's connections have no name until they are used, and no earlier version worked behind one.
  const login = pooled ? null : readDatabaseUrl(databaseUrl).login;
  const servers = await readServersWithout(client, inForce, login);
  if (servers.length === 0) return;
  const named = servers.map(({ address, earlier }) =>
    earlier ? `${address} (an earlier version)` : address,
  );
  throw new ServiceError("conflict", {
    detail: `Servers are connected that could not read what master key ${inForce} wraps: ${named.join(", ")}. Bring them to this version, give them the key (it may stand beside the others), restart them, and try again.`,
  });
}
