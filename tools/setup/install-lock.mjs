import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// Plain JavaScript for any Node from 18: this runs before anything is installed.

/** Age after which an unreadable lock is stale: a younger one is being written, an older one was left by an
 *  earlier version. */
const UNREADABLE_MS = 2_000;

/** @typedef {{ pid: number, command: string }} Holder */

/** Takes the lock once no living process holds it; prints which process it waits for.
 *  @param {string} lock
 *  @param {(line: string) => void} say */
export async function takeLock(lock, say) {
  let told = 0;
  for (;;) {
    if (write(lock, [self()], "wx")) return;
    const holders = holdersOf(lock);
    const alive = holders?.find(isAlive);
    if (holders && !alive) removeIfStill(lock, holders);
    else if (!holders && isOld(lock)) rmSync(lock, { recursive: true, force: true });
    else if (alive && alive.pid !== told) {
      told = alive.pid;
      say(`another start is installing packages (process ${alive.pid}); waiting for it`);
    }
    await sleep(200);
  }
}

/** Records that the lock is held while this child runs too: a child whose parent was killed continues
 *  writing.
 *  @param {string} lock
 *  @param {Holder} child */
export function shareLock(lock, child) {
  write(lock, [self(), child], "w");
}

/** @param {string} lock */
export function releaseLock(lock) {
  rmSync(lock, { recursive: true, force: true });
}

/** @returns {Holder} */
function self() {
  return { pid: process.pid, command: basename(process.argv[1] ?? "") };
}

/** @param {string} lock
 *  @param {Holder[]} holders
 *  @param {"w" | "wx"} flag
 *  @returns {boolean} whether it was free */
function write(lock, holders, flag) {
  try {
    writeFileSync(lock, JSON.stringify(holders), { flag });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/** @param {string} lock @returns {Holder[] | null} */
function holdersOf(lock) {
  try {
    const holders = JSON.parse(readFileSync(lock, "utf8"));
    return Array.isArray(holders) ? holders : null;
  } catch {
    return null;
  }
}

/** @param {string} lock */
function isOld(lock) {
  try {
    const stat = statSync(lock);
    // Older versions made a folder, without the process that made it.
    return stat.isDirectory() || Date.now() - stat.mtimeMs > UNREADABLE_MS;
  } catch {
    return false;
  }
}

/** Removes a dead holder's lock, unless another process has found it too and holds the lock by now.
 *  @param {string} lock
 *  @param {Holder[]} dead */
function removeIfStill(lock, dead) {
  if (JSON.stringify(holdersOf(lock)) === JSON.stringify(dead)) releaseLock(lock);
}

/** Whether the process lives and is the recorded one: numbers are reused, in containers at once.
 *  @param {Holder} holder */
function isAlive({ pid, command }) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(command);
  } catch {
    // A system without /proc, or the process ended at this moment: then the next check finds it gone.
    return true;
  }
}
