import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { endOutright, processesBelow } from "@/tools/setup/processes.mjs";
import { NOT_TRIED, NOT_TRIED_MARK } from "./harness/system";
import { dayOf, daysUntilTurn, dueOn, isWithinAWeek, type System, systems } from "./systems";

/** The outcome of a system's last try. The file is committed, so that every machine has it. */
export interface LastResult {
  day: string;
  commit: string;
  ok: boolean;
  seconds: number;
}

export type Results = Readonly<Record<string, LastResult>>;

/** Outcome of a system in this run: `why` it was not tried, or not wholly. */
export interface Outcome {
  kind: "ok" | "FAILED" | "NOT TRIED" | "NO TIME" | "not here";
  why?: string;
}

/** Systems that are to be tried, and those among them with arguments of their own, which are not in
 *  `systems`. */
interface Chosen {
  due: readonly System[];
  own: ReadonlySet<System>;
}

const RESULTS = resolve("tests/systems/last-results.json");
const LOGS = resolve("test-results");
let current: ChildProcess | undefined;
let interrupted = false;

/** Passes a signal on to the system that runs.
 *  @returns how long it may take to end, in milliseconds; 0 where none runs */
export function interruptSystem(signal: NodeJS.Signals): number {
  interrupted = true;
  return current?.kill(signal) ? PATIENCE_MS : 0;
}

/** The time that a system has to end after a signal. */
const PATIENCE_MS = 20_000;

/** Tries whole systems, one after the other, and prints the outcome of each, and of those whose turn it is
 *  not.
 *  @param words names of systems, each with words for it, or none for all. `--until` and seconds since 1970
 *    are CI's: those of each run, and those whose turn it is on the day of the commit, as far as the time
 *    goes
 *  @returns whether all held
 *  @throws Error for a name that no system has */
export async function trySystems(words: readonly string[]): Promise<boolean> {
  const inCi = words[0] === "--until";
  const end = inCi ? Number(words[1]) : Number.POSITIVE_INFINITY;
  const names = inCi ? words.slice(2) : words;
  const commit = commitTime();
  const { due, own } = names.length > 0 ? choose(names) : { due: inCi ? dueOn(commit) : systems };
  const isOwn = (system: System) => own?.has(system) ?? false;
  const results = readResults();
  const outcomes = new Map<System, Outcome>();
  const shown = names.length > 0 ? due : systems;
  // A system that this machine can't run can't be renewed by it on any day.
  for (const system of shown) {
    const why = system.lacks?.();
    if (why) outcomes.set(system, { kind: "not here", why });
  }
  for (const system of due.filter((one) => !outcomes.has(one))) {
    const left = end - Date.now() / 1000;
    if (left < system.seconds) outcomes.set(system, { kind: "NO TIME" });
    else {
      const startedAt = Date.now();
      const outcome = await tried(system, left, names.length > 0);
      outcomes.set(system, outcome);
      if (isOwn(system) || (outcome.kind !== "ok" && outcome.kind !== "FAILED")) continue;
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      const at = { day: dayOf(new Date()), commit: git("rev-parse", "--short", "HEAD") };
      results[system.name] = { ...at, ok: outcome.kind === "ok", seconds };
      writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
    }
  }
  const { lines, held } = verdict(shown, outcomes, results, commit);
  console.log(`\n${lines.join("\n")}`);
  return held;
}

/** Last results of the existing systems. */
function readResults(): Record<string, LastResult> {
  const noted: Results = JSON.parse(readFileSync(RESULTS, "utf8"));
  const isKnown = ([name]: [string, LastResult]) => systems.some((system) => system.name === name);
  return Object.fromEntries(Object.entries(noted).filter(isKnown));
}

/** Parses names of systems. A folder's name means every system in it; words behind a name are arguments of
 *  the folder's `main.ts`.
 *  @throws Error for a name that no system has */
export function choose(words: readonly string[]): Chosen {
  const named = (word: string) =>
    systems.filter(({ name }) => name === word || name.startsWith(`${word}-`));
  const groups: string[][] = [];
  for (const word of words)
    if (groups.length === 0 || named(word).length > 0) groups.push([word]);
    else groups.at(-1)?.push(word);
  const own = new Set<System>();
  const due = groups.flatMap(([name = "", ...more]) => {
    const found = named(name);
    if (found.length === 0)
      throw new Error(
        `There is no system ${name}: ${systems.map((system) => system.name).join(", ")}`,
      );
    if (more.length === 0) return found;
    const system = { name: [folderOf(name), ...more].join(" "), words: more, seconds: 0 };
    own.add(system);
    return [system];
  });
  return { due, own };
}

const folderOf = (name: string) => name.split(/[- ]/)[0] ?? name;

/** Reports the outcome of each system.
 *  @param commit the time of the commit: a result more than a week older counts as not tried
 *  @returns whether all held. Systems that this machine lacks something for are named, and fail nothing */
export function verdict(
  shown: readonly System[],
  outcomes: ReadonlyMap<System, Outcome>,
  results: Results,
  commit: Date,
): { lines: string[]; held: boolean } {
  let held = true;
  const lines = shown.map((system) => {
    const outcome = outcomes.get(system);
    const last = results[system.name];
    const isFresh = last?.ok === true && isWithinAWeek(last.day, commit);
    const isTried = outcome?.kind === "ok" || outcome?.kind === "FAILED";
    const waits = !outcome || outcome.kind === "NO TIME";
    const holds = outcome?.kind === "ok" || outcome?.kind === "not here" || (waits && isFresh);
    held &&= holds;
    const days = daysUntilTurn(system, commit);
    const turn = days === undefined ? "" : `, its turn is on ${dayOf(commit, days)}`;
    const parts = [
      outcome ? `${outcome.kind}${outcome.why ? `: ${outcome.why}` : ""}` : `not today${turn}`,
      ...(isTried && last ? [`${last.seconds} s`] : []),
      ...(isTried ? [] : [last ? before(last) : "never tried"]),
      ...(isTried || isFresh || !last?.ok ? [] : ["that is more than a week"]),
    ];
    return `${holds ? " " : "✗"} ${system.name.padEnd(24)}${parts.join("; ")}`;
  });
  return { lines, held };
}

const before = ({ ok, day, commit, seconds }: LastResult) =>
  `last ${ok ? "ok" : "FAILED"} on ${day} (${commit}, ${seconds} s)`;

/** Tries a system; in CI once more where it failed. */
async function tried(system: System, left: number, live: boolean): Promise<Outcome> {
  const startedAt = Date.now();
  const outcome = await ran(system, left, live);
  const stillLeft = left - (Date.now() - startedAt) / 1000;
  if (outcome.kind !== "FAILED" || !process.env.CI || stillLeft < system.seconds) return outcome;
  const second = await ran(system, stillLeft, live);
  return second.kind === "ok" ? { kind: "ok", why: "at the second try" } : second;
}

/** Runs a system. Its output goes to a file; also to this terminal if it is live, or if the system failed. */
async function ran({ name, words = [] }: System, left: number, live: boolean): Promise<Outcome> {
  const command = [`tests/systems/${folderOf(name)}/main.ts`, ...words];
  console.log(`── ${name}: ${command.join(" ")}`);
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `system-${name.replaceAll(/\W+/g, "-")}.log`));
  const run = spawn(process.execPath, ["--import", "tsx", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  current = run;
  let output = "";
  for (const stream of [run.stdout, run.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
      log.write(chunk);
      if (live) process.stdout.write(chunk);
    });
  const ended = once(run, "exit");
  const inTime = await Promise.race([ended.then(() => true), late(left)]);
  // Listed before it ends: afterwards their parent is unknown.
  const pids = processesBelow();
  if (!inTime) {
    run.kill("SIGTERM");
    await Promise.race([ended, late(PATIENCE_MS / 1000)]);
    endOutright(pids);
  }
  const [status] = await ended;
  current = undefined;
  log.end();
  // An interrupted run is no result.
  if (interrupted) return { kind: "NOT TRIED", why: "it was interrupted" };
  if (!inTime) return { kind: "NO TIME" };
  if (status !== 0 && !live) process.stdout.write(output);
  if (status === NOT_TRIED) return { kind: "NOT TRIED", why: leftOut(output) };
  return { kind: status === 0 ? "ok" : "FAILED" };
}

/** Returns the parts that a system reported as left out. */
const leftOut = (output: string) =>
  output
    .split("\n")
    .filter((line) => line.startsWith(NOT_TRIED_MARK))
    .map((line) => line.slice(NOT_TRIED_MARK.length))
    .join("; ");

/** Resolves with false after so many seconds, without keeping the process alive. */
function late(seconds: number): Promise<false> {
  if (!Number.isFinite(seconds)) return new Promise(() => {});
  return new Promise((settle) => setTimeout(settle, seconds * 1000, false).unref());
}

const commitTime = () => new Date(Number(git("log", "-1", "--format=%ct")) * 1000);

function git(...words: string[]): string {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}
