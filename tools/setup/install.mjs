import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { releaseLock, shareLock, takeLock } from "./install-lock.mjs";
import { expectWritable } from "./writable.mjs";

// Runs before anything is installed, on any Node from 18: plain JavaScript, no dependencies.

const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Deadline of any answer of npm's registry. */
const PATIENCE_MS = 20_000;
const BEAT_MS = 15_000;
/** npm's own pauses between tries are 10 and 60 seconds, in silence. */
const RETRIES = [
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
];
const FAILED = "The packages could not be installed (npm ci); npm's own words are above.";
const NO_NETWORK =
  "The packages could not be installed: npm's registry can't be reached from here, and npm has not kept them. Check the network, or npm's proxy and registry settings (npm config list), and start again.";

/** Whether every package of package-lock.json is installed in exactly its version. @param {string} root */
function isInstalled(root) {
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

/** Installs the packages of package-lock.json, unless they are installed already.
 *  @param {string} root
 *  @param {{ say?: (line: string) => void, patienceMs?: number }} how `patienceMs` is the deadline of npm's
 *  registry
 *  @returns {Promise<boolean>} whether it had to */
export async function install(root, { say = progress, patienceMs = PATIENCE_MS } = {}) {
  if (isInstalled(root)) return false;
  expectWritable(root, [".atrium", "node_modules"]);
  const lock = join(root, ".atrium/installing");
  mkdirSync(dirname(lock), { recursive: true });
  await takeLock(lock, say);
  try {
    if (isInstalled(root)) return false;
    say("installing packages, which takes about a minute the first time");
    const unreachable = await registryProblem(root, patienceMs);
    if (unreachable)
      say(`npm's registry can't be reached (${unreachable}): trying what npm has kept`);
    // Development packages too, even where NODE_ENV is production: the build needs some of them.
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error", ...RETRIES];
    const code = await runCi(root, [...args, ...(unreachable ? ["--offline"] : [])], lock, say);
    if (code !== 0) throw new Error(unreachable ? NO_NETWORK : FAILED);
    return true;
  } finally {
    releaseLock(lock);
  }
}

/** @param {string} line */
function progress(line) {
  console.log(`  ${line}`);
}

/** Pings the registry by npm itself, which knows its proxies. An answer of any kind will do.
 *  @param {string} root
 *  @param {number} patienceMs
 *  @returns {Promise<string | null>} the problem, or null */
async function registryProblem(root, patienceMs) {
  const args = ["ping", "--fetch-retries=0", "--loglevel=error"];
  const child = spawn(NPM, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  child.stderr.on("data", (chunk) => {
    words += chunk;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const code = await ended(child);
  clearTimeout(timer);
  if (code === null) return "it does not answer";
  return (
    /\b(E[A-Z]*TIMEDOUT|E[A-Z]*TIMEOUT|EAI_AGAIN|ENOTFOUND|ECONN[A-Z]+|E[A-Z]+UNREACH)\b/.exec(
      words,
    )?.[0] ?? null
  );
}

/** @param {string} root
 *  @param {string[]} args
 *  @param {string} lock
 *  @param {(line: string) => void} say
 *  @returns {Promise<number | null>} npm's exit code */
async function runCi(root, args, lock, say) {
  const begun = Date.now();
  const child = spawn(NPM, args, { cwd: root, stdio: "inherit" });
  if (child.pid) shareLock(lock, { pid: child.pid, command: "npm" });
  const beat = setInterval(
    () => say(`still installing packages (${Math.round((Date.now() - begun) / 1000)} s)`),
    BEAT_MS,
  );
  // npm ends first: its later writes would collide with another start's.
  let stopped = false;
  const stop = (signal) => {
    stopped = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const code = await ended(child);
    if (stopped) throw new Error("The installation was interrupted. Start again to take it up.");
    return code;
  } finally {
    clearInterval(beat);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** @param {import("node:child_process").ChildProcess} child
 *  @returns {Promise<number | null>} null for one that was killed */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`npm could not be run: ${error.message}`)));
    child.once("close", (code) => resolve(code));
  });
}
