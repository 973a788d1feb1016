import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

// Runs before anything is installed, on any Node from 18: plain JavaScript, no dependencies.

const LOCK_STALE_MS = 10 * 60_000;

/** Whether every package of package-lock.json is installed in exactly its version. @param {string} root */
export function isInstalled(root) {
  const hidden = join(root, "node_modules/.package-lock.json");
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(hidden, "utf8")).packages;
  return Object.entries(wanted).every(
    // Optional packages are those of other platforms; the hidden lockfile leaves them out.
    ([path, entry]) =>
      path === "" ||
      entry.optional ||
      entry.devOptional ||
      present[path]?.version === entry.version,
  );
}

/**
 * Installs what package-lock.json says, unless it is already there.
 * @param {string} root
 * @returns {boolean} whether it had to
 */
export function install(root) {
  if (isInstalled(root)) return false;
  const lock = join(root, ".atrium/installing");
  mkdirSync(dirname(lock), { recursive: true });
  waitForLock(lock);
  try {
    if (isInstalled(root)) return false;
    // Development packages too: the build needs some of them, whatever NODE_ENV says.
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const run = spawnSync(npm, args, { cwd: root, stdio: "inherit" });
    if (run.error) throw new Error(`npm could not be run: ${run.error.message}`);
    if (run.status !== 0) throw new Error("npm ci failed; its own words are above.");
    return true;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Making a folder succeeds for exactly one of several processes. @param {string} lock */
function waitForLock(lock) {
  for (;;) {
    try {
      return mkdirSync(lock);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > LOCK_STALE_MS) {
      rmSync(lock, { recursive: true, force: true });
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
}
