import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { formatBytes } from "./bytes";
import { type Check, type Finding, failed, ok, warning } from "./check";

const MIB = 1024 ** 2;
/** Thresholds in bytes. A growing log takes a day to fill the rest; below the least, writes fail. */
const [LEAST, FEW] = [256 * MIB, 2048 * MIB];
const FEW_SHARE = 0.05;

/** Checks the free space on the disk of the folder that the service runs in. */
export const freeSpace: Check = {
  name: "free space",
  needs: "nothing",
  look: () => spaceOf("."),
};

/** Measures the free space of a folder's disk. */
export async function spaceOf(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return spaceFinding({ free: bavail * bsize, size: blocks * bsize, folder: resolve(folder) });
}

/** @param space in bytes */
export function spaceFinding(space: { free: number; size: number; folder: string }): Finding {
  const { free, size, folder } = space;
  const seen = `${formatBytes(free)} of ${formatBytes(size)} are free (${folder})`;
  const todo = `Make room on the disk of ${folder}: logs, old builds and backups are the usual ones.`;
  if (free < LEAST) return failed(seen, todo);
  return free < FEW || free < size * FEW_SHARE ? warning(seen, todo) : ok(seen);
}
