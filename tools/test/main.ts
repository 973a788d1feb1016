// Runs every check and every test, continues after a failure so that all are known, and ends with one line:
// how many passed and how many failed. `--only check|unit|e2e` runs a part; further arguments are passed to
// vitest or Playwright. `--changed [commit]` runs the tests that a change can reach, within three minutes.
// `times` reports the durations of the last runs. `systems [name …]` tests whole systems. `without <feature>`
// takes a feature out of a copy of the checkout, and tries the rest.
import { setTimeout as sleep } from "node:timers/promises";
import { interruptSystem, trySystems } from "@/tests/systems/try-systems";
import { generate } from "../build/generate.mjs";
import { endOutright, lives, processesBelow } from "../setup/processes.mjs";
import { changedTests } from "./changed";
import type { Counts } from "./counts";
import { type Group, interrupt, type Step, steps } from "./steps";
import { recordSecondTries } from "./third-day";
import { recordTimes, timesReport } from "./times";
import { tryWithout } from "./without";

type Result = { name: string; ok: boolean; seconds: number; counts?: Counts };

/** Failures that are repeated at the end. */
const SHOWN = 20;
/** Time that an interrupted stage has to clean up. */
const PATIENCE_MS = 5_000;

let ending = false;

async function main(args: string[]): Promise<void> {
  if (args[0] === "times") {
    for (const line of timesReport()) console.log(line);
    return;
  }
  if (args[0] === "systems") {
    process.exitCode = (await trySystems(args.slice(1))) ? 0 : 1;
    return;
  }
  if (args[0] === "without") {
    process.exitCode = tryWithout(args.slice(1)) ? 0 : 1;
    return;
  }
  const parts = args[0] === "--changed" ? changedParts(args[1]) : chosenParts(args);
  await generate();
  // Checks read files and change none, so they run beside each other.
  const checks = parts.check ? steps.filter(({ group }) => group === "check") : [];
  const results = await Promise.all(checks.map((step) => runStep(step, [])));
  if (ending) return;
  for (const step of steps) {
    const words = step.group === "check" ? undefined : parts[step.group];
    if (!words) continue;
    results.push(await runStep(step, words));
    // An interrupt of a stage ends the whole run.
    if (ending) return;
  }
  recordTimes();
  const tooOften = recordSecondTries(results.flatMap(({ counts }) => counts?.again ?? []));
  for (const name of tooOften) {
    const failures = [`${name}: on a third day at its second try (tests/second-tries.json)`];
    results.push({
      name: "second tries",
      ok: false,
      seconds: 0,
      counts: { passed: 0, failed: 1, again: [], failures },
    });
  }
  for (const line of summary(results)) console.log(line);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}

/** Parts to run, with arguments for their test runners. */
type Parts = Partial<Record<Group, string[]>>;

function chosenParts(args: string[]): Parts {
  const at = args.indexOf("--only");
  if (at < 0 && args.length > 0)
    throw new Error("Say which part gets these: --only unit … or --only e2e …");
  if (at < 0) return { check: [], unit: [], e2e: [] };
  const only = args[at + 1];
  if (only !== "check" && only !== "unit" && only !== "e2e") {
    throw new Error("--only takes check, unit or e2e");
  }
  return { [only]: [...args.slice(0, at), ...args.slice(at + 2)] };
}

/** Returns the checks, and the tests nearest to a change. Prints the omitted ones. */
function changedParts(base: string | undefined): Parts {
  const { changed, unit, e2e } = changedTests(base);
  console.log(`${changed.length} files changed; they reach`);
  const parts: Parts = { check: [] };
  for (const [group, name, { run, left }] of [
    ["unit", "files of tests", unit],
    ["e2e", "files of journeys", e2e],
  ] as const) {
    console.log(
      `  ${run.length + left.length} ${name}: ${run.length} run, ${left.length} left out`,
    );
    for (const file of left) console.log(`    left out: ${file}`);
    if (run.length > 0) parts[group] = run;
  }
  return parts;
}

async function runStep({ name, run }: Step, args: string[]): Promise<Result> {
  console.log(`── ${name}`);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const outcome = await run(args);
    return { name, ...outcome, seconds: seconds() };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name, ok: false, seconds: seconds() };
  }
}

function summary(results: Result[]): string[] {
  const rows = results.map(({ name, ok, seconds, counts }) => {
    const tests = counts ? `${counts.passed} passed, ${counts.failed} failed` : "";
    const again = counts?.again.length ? `, ${counts.again.length} at the second try` : "";
    return `${(ok ? "ok" : "FAILED").padEnd(8)}${name.padEnd(20)}${seconds.toFixed(1).padStart(7)} s   ${tests}${again}`;
  });
  const passed = results.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0);
  // A check that failed is a failure even where it has no tests to count.
  const failed = results.reduce((sum, { ok, counts }) => sum + (counts?.failed || (ok ? 0 : 1)), 0);
  const failures = results.flatMap(({ counts }) => counts?.failures ?? []).slice(0, SHOWN);
  return ["", ...failures, "", ...rows, "", `${passed} passed, ${failed} failed`];
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => void end(signal));
// This channel closes when the parent process is killed.
process.on("disconnect", () => void end("SIGTERM"));

/** Ends the running stage and all its processes, and then this process. */
async function end(signal: NodeJS.Signals): Promise<void> {
  if (ending) return interrupt(signal);
  ending = true;
  // Listed before the stage ends: afterwards their parent is unknown.
  const running = processesBelow();
  interrupt(signal);
  const patience = interruptSystem(signal) || PATIENCE_MS;
  for (const from = Date.now(); Date.now() - from < patience && running.some(lives); )
    await sleep(100);
  endOutright([...running, ...processesBelow()]);
  process.exit(130);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
// The channel to the process that started us would keep this one alive.
process.removeAllListeners("disconnect");
process.disconnect?.();
