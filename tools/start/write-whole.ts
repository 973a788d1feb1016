import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Writes a file that this account alone reads, atomically: after any failure (a full disk, SIGKILL, a power
 *  failure) it has either the old or the new contents. */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // A link stays one.
  const place = existsSync(file) ? realpathSync(file) : file;
  const beside = `${place}.new`;
  rmSync(beside, { force: true });
  try {
    syncedAfter(openSync(beside, "wx", 0o600), (descriptor) => writeFileSync(descriptor, text));
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncedAfter(openSync(dirname(place), "r"), () => {});
}

function syncedAfter(descriptor: number, work: (descriptor: number) => void): void {
  try {
    work(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
