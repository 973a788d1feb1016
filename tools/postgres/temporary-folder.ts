import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "./cluster";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Makes a folder for the files of a disposable PostgreSQL: in memory where the machine has 2 GiB of it free
 *  for files, or else on a disk, where a clone of a database takes twenty times as long.
 *  @param prefix beginning of its name */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), prefix));
  // The server may run under another account than ours, which needs access.
  chmodSync(folder, 0o711);
  return folder;
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Starts a PostgreSQL in a temporary folder, which is removed after `stop()` and when the start fails.
 *  @param start starts it on a folder of data within */
export async function startTemporary<C extends Cluster>(
  prefix: string,
  start: (dataDir: string) => Promise<C>,
): Promise<C> {
  const folder = temporaryFolder(prefix);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const cluster = await start(join(folder, "data"));
    return { ...cluster, stop: () => cluster.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
