import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { endOutright, processesBelow } from "@/scripts/setup/processes.mjs";
import { dueOn, type System, systems } from "./systems";

/** The outcome of a system's last try. The file is committed, so that every machine knows. */
interface LastResult {
  day: string;
  commit: string;
  ok: boolean;
  seconds: number;
}

const RESULTS = resolve("tests/systems/last-results.json");
const LOGS = resolve("test-results");
/** The time that a system has to end once it is told to. */
const PATIENCE_MS = 20_000;
const NO_TIME = "NO TIME";
const WEEK_MS = 7 * 24 * 60 * 60_000;

const results: Record<string, LastResult> = existsSync(RESULTS)
  ? JSON.parse(readFileSync(RESULTS, "utf8"))
  : {};

/** Tries whole systems, each by its own command, one after the other, and says what became of each.
 *  @param words names of systems, or none for all. `--until` and seconds since 1970 are CI's: those of each run, and those whose turn
 *    it is on the day of the commit, as far as the time goes. What has none is a failure once it was not tried for a week; what this machine lacks is named
 *  @returns whether all held
 *  @throws Error for a name that no system has */
export async function trySystems(words: readonly string[]): Promise<boolean> {
  const at = words.indexOf("--until");
  const end = at < 0 ? Number.POSITIVE_INFINITY : Number(words[at + 1]);
  const names = at < 0 ? words : words.toSpliced(at, 2);
  const unknown = names.find((name) => !systems.some((system) => system.name === name));
  if (unknown)
    throw new Error(`There is no system ${unknown}: ${systems.map(({ name }) => name).join(", ")}`);
  const chosen = names.length > 0 ? systems.filter(({ name }) => names.includes(name)) : undefined;
  const due = chosen ?? (at < 0 ? systems : dueOn(commitTime()));
  const said = new Map<string, string>();
  let held = true;
  for (const system of due) {
    const lacks = system.lacks?.();
    const left = end - Date.now() / 1000;
    if (lacks) said.set(system.name, `not here: ${lacks}`);
    else said.set(system.name, left < system.seconds ? NO_TIME : await tried(system, left));
    const became = said.get(system.name) ?? "";
    held &&=
      lacks !== undefined || became.startsWith("ok") || (became === NO_TIME && isFresh(system));
  }
  console.log(`\n${systems.map((system) => row(system, said.get(system.name))).join("\n")}`);
  return held;
}

/** Tries a system, once more where it failed and nobody watches. */
async function tried(system: System, left: number): Promise<string> {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  let ended = await ends(system, left);
  let again = "";
  if (ended === "failed" && process.env.CI && left - seconds() > system.seconds) {
    ended = await ends(system, left - seconds());
    again = ", at the second try";
  }
  if (ended === "late") return NO_TIME;
  const day = new Date().toISOString().slice(0, 10);
  const commit = git("rev-parse", "--short", "HEAD");
  results[system.name] = { day, commit, ok: ended === "ok", seconds: seconds() };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  return `${ended === "ok" ? "ok" : "FAILED"}  ${seconds()} s${again}`;
}

/** Runs a system's command, with its words in a file and, where it fails, here too. */
async function ends({ name, command }: System, left: number): Promise<"ok" | "failed" | "late"> {
  console.log(`── ${name}: ${command.join(" ")}`);
  mkdirSync(LOGS, { recursive: true });
  const path = join(LOGS, `system-${name}.log`);
  const log = openSync(path, "w");
  const run = spawn(process.execPath, ["--import", "tsx", ...command], {
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(run, "exit");
  const inTime = await Promise.race([ended.then(() => true), late(left)]);
  // Noted before it ends: afterwards nobody knows whose they were.
  const begun = processesBelow();
  if (!inTime) {
    run.kill("SIGTERM");
    await Promise.race([ended, late(PATIENCE_MS / 1000)]);
    endOutright(begun);
  }
  const [status] = await ended;
  if (!inTime) return "late";
  if (status !== 0) process.stdout.write(readFileSync(path, "utf8"));
  return status === 0 ? "ok" : "failed";
}

/** Answers false once so many seconds are over; keeps no process alive for that. */
function late(seconds: number): Promise<false> {
  if (!Number.isFinite(seconds)) return new Promise(() => {});
  return new Promise((settle) => setTimeout(settle, seconds * 1000, false).unref());
}

function row(system: System, said: string | undefined): string {
  const last = results[system.name];
  const before = last
    ? `last ${last.ok ? "ok" : "FAILED"} on ${last.day} (${last.commit}, ${last.seconds} s)`
    : "never tried";
  const now = said === NO_TIME || !said ? `${said ?? "not tried"}; ${before}` : said;
  return `${system.name.padEnd(24)}${now}`;
}

/** Whether it held within the last week. */
function isFresh({ name }: System): boolean {
  const last = results[name];
  return last?.ok === true && Date.now() - Date.parse(last.day) <= WEEK_MS;
}

const commitTime = () => new Date(Number(git("log", "-1", "--format=%ct")) * 1000);

function git(...words: string[]): string {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}
