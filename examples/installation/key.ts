import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createInstallationKey, type InstallationKey } from "@atrium/client/installation";

/** Returns the key in the file, and makes it on the first run. Its private half never leaves this machine.
 *  @throws Error when others may read the file: another user may have the key already */
export async function loadKey(file: string): Promise<InstallationKey> {
  if (!existsSync(file)) await makeKey(file);
  // Windows has no such permission bits.
  const othersMay = process.platform === "win32" ? 0 : statSync(file).mode & 0o077;
  if (othersMay !== 0)
    throw new Error(`${file} must be readable by its owner alone: chmod 600, or enrol a new key`);
  return JSON.parse(readFileSync(file, "utf8"));
}

async function makeKey(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = JSON.stringify(await createInstallationKey());
  // `wx`: of two parallel first runs, one makes the file and the other fails instead of replacing its key.
  writeFileSync(file, text, { mode: 0o600, flag: "wx" });
}
