import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Makes a folder for the files of a disposable PostgreSQL: in memory where the machine has 2 GiB of it free
 *  for files, or else on a disk, where a clone of a database takes twenty times as long.
 *  @param prefix beginning of its name */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), prefix));
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
