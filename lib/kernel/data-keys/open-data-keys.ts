import { setTimeout as sleep } from "node:timers/promises";
import { config } from "@/lib/kernel/config/config";
import { hasDataKeys, onLackingKey, takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { unwrapDataKey, WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { readDataKeys } from "@/lib/kernel/data-keys/data-key-store";
import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

/** Seconds after which a process reads the data keys again. A new key exists for longer than this before it
 *  seals, so that no process meets a value that it can't open. */
export const DATA_KEY_REFRESH_SECONDS = 10;
/** Seconds between attempts while the database has not answered yet. */
const RETRY_SECONDS = 1;

const keeping = singleton("keeping-data-keys", () => ({
  timer: undefined as NodeJS.Timeout | undefined,
}));

/** Reads the data keys of the database and opens them. Every process does so before it seals or opens
 *  anything.
 *  @throws WrongMasterKey that names the master key which the database needs */
export async function openDataKeys(): Promise<void> {
  const masters = config().masterKeys;
  const stored = await readDataKeys();
  takeDataKeys(stored.map((each) => ({ ...each, key: unwrapDataKey(each, masters) })));
}

/** Like `openDataKeys`, and repeats it every DATA_KEY_REFRESH_SECONDS while the process runs. A process also
 *  starts while the database is away: until it answers, nothing can be sealed or opened.
 *  @throws WrongMasterKey only at the start: a process that has its keys continues with them */
export async function keepDataKeys(): Promise<void> {
  if (keeping.timer) return;
  const again = () => {
    const seconds = hasDataKeys() ? DATA_KEY_REFRESH_SECONDS : RETRY_SECONDS;
    clearTimeout(keeping.timer);
    keeping.timer = setTimeout(() => void refresh().then(again), seconds * 1000).unref();
  };
  onLackingKey(() => void refreshOnce());
  await openDataKeys().catch((error: unknown) => {
    if (error instanceof WrongMasterKey) throw error;
    logger.warn({ err: error }, "the keys of the database can't be read yet");
  });
  again();
}

async function refresh(): Promise<void> {
  try {
    await openDataKeys();
  } catch (error) {
    const wrong = error instanceof WrongMasterKey;
    if (wrong) logger.error({ problem: error.message }, "this process could not start again");
    else logger.warn({ err: error }, "the keys of the database could not be read again");
  }
}

let refreshing: Promise<void> | undefined;

/** Reads the keys again when a value names an unknown key. An attacker may present such values, so this
 *  happens at most once a second. */
function refreshOnce(): Promise<void> {
  refreshing ??= refresh()
    .then(() => sleep(1_000, undefined, { ref: false }))
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}
