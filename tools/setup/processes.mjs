import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

// Runs before anything is installed, on any Node from 18: plain JavaScript, no dependencies.

/** Arguments of `ps` where there is no /proc (macOS). */
const TABLE = ["-A", "-o", "pid=,ppid=,stat="];

/** @typedef {{ pid: number, parent: number, begun: string }} Process `begun` distinguishes two processes that
 *  have the same number in turn */

/** Lists every living process; a zombie is none.
 *  @returns {Process[]} */
function processes() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => processOf(Number(pid)) ?? []);
  } catch {
    return execFileSync("ps", TABLE, { encoding: "utf8" })
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([pid, , state]) => pid && !state?.startsWith("Z"))
      .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent), begun: "" }));
  }
}

/** @param {number} pid @returns {Process | null} */
function processOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is a name in parentheses, which may contain any character.
    const [state, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : { pid, parent: Number(parent), begun: rest[17] };
  } catch (error) {
    // On Linux the process is gone; other systems have no /proc.
    if (error.code === "ENOENT" && process.platform === "linux") return null;
  }
  try {
    process.kill(pid, 0);
    return { pid, parent: 0, begun: "" };
  } catch (error) {
    return error.code === "EPERM" ? { pid, parent: 0, begun: "" } : null;
  }
}

/** @param {Process} one */
export function lives(one) {
  return processOf(one.pid)?.begun === one.begun;
}

/** Returns the command line of a process; undefined where there is none.
 *  @param {number} pid
 *  @returns {string | undefined} */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    // Gone, or a system without /proc.
  }
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], {
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch {
    return undefined;
  }
}

/** Lists the living descendants of a process.
 *  @param {number} [above]
 *  @returns {Process[]} */
export function processesBelow(above = process.pid) {
  const all = processes();
  /** @param {number} pid @returns {Process[]} */
  const below = (pid) =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)]);
  return below(above);
}

/** Kills those of them that live.
 *  @param {readonly Process[]} some */
export function endOutright(some) {
  for (const one of some.filter(lives)) {
    try {
      process.kill(one.pid, "SIGKILL");
    } catch {
      // It ended in this moment.
    }
  }
}

const NPM = /^npm( |$)|\/np[mx]-cli\.js/;
/** Most processes between npm and its command: its shell, a loader. */
const MOST_BETWEEN = 4;
const LOOK_MS = 500;

/** The ancestors up to npm, as they are when this file is loaded: the nearest first. Without npm there are
 *  none, because a shell that ends may leave its children behind. */
const starters = process.env.npm_lifecycle_event ? startersUpToNpm() : [];

/** @returns {Process[]} */
function startersUpToNpm() {
  const all = processes();
  /** @type {Process[]} */
  const found = [];
  for (let pid = process.ppid; found.length < MOST_BETWEEN; pid = found[found.length - 1].parent) {
    const one = all.find((other) => other.pid === pid);
    if (!one) break;
    found.push(one);
    if (NPM.test(commandOf(pid) ?? "")) return found;
  }
  // Another package manager started it.
  return found.slice(0, 1);
}

/** Calls back when npm is gone, or the shell between: neither passes its end on, and SIGKILL cannot be passed
 *  on.
 *  @param {() => void} gone */
export function whenStarterIsGone(gone) {
  if (starters.length === 0) return;
  const timer = setInterval(() => {
    if (process.ppid === starters[0].pid && starters.every(lives)) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  timer.unref();
}
