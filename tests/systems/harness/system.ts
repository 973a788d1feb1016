import { spawnSync } from "node:child_process";
import { endAll } from "./ends";

/** Exit code of a system that could not be tried wholly on this machine. */
export const NOT_TRIED = 3;
/** Prefix of the line that names a part that was left out, and why. */
export const NOT_TRIED_MARK = "NOT TRIED  ";

/** A system lacks something that this machine can't get; the message names it. */
export class Skipped extends Error {}

/** A check by its sentence: it passes, and returns a detail to print, or throws. */
export type Check = readonly [sentence: string, check: () => unknown];

let failed = false;
let left = false;

/** Runs a system, ends everything that it started, also upon a signal, and then this process: with 0 when
 *  everything held, with `NOT_TRIED` when something was not tried, and else with 1. */
export async function runSystem(work: () => Promise<void>): Promise<never> {
  let ending = false;
  // A terminal sends a signal to every process, and the parent sends it once more.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (!ending) void endAll().finally(() => process.exit(130));
      ending = true;
    });
  await work().catch(noteProblem);
  await endAll();
  // The signal handler exits by itself.
  if (ending) return new Promise(() => {});
  process.exit(failed ? 1 : left ? NOT_TRIED : 0);
}

/** Tries one thing after the other. A failure stops no other. */
export async function tryEach(checks: readonly Check[]): Promise<void> {
  for (const [sentence, check] of checks) {
    const startedAt = performance.now();
    const seconds = () => `(${((performance.now() - startedAt) / 1000).toFixed(1)} s)`;
    try {
      const detail = await check();
      console.log(`ok      ${sentence}${detail ? `: ${detail}` : ""} ${seconds()}`);
    } catch (error) {
      console.log(`${error instanceof Skipped ? "left   " : "FAILED "} ${sentence} ${seconds()}`);
      noteProblem(error);
    }
  }
}

/** Reports why something failed, or was not tried. */
export function noteProblem(error: unknown): void {
  if (error instanceof Skipped) {
    left = true;
    console.log(`${NOT_TRIED_MARK}${error.message}`);
  } else {
    failed = true;
    console.error(error instanceof Error && error.message ? error.message : error);
  }
}

/** Runs a program and returns its output.
 *  @param expected the exit code; another one is an error with the program's own output */
export function output(
  command: string,
  args: string[],
  {
    env = {},
    cwd,
    expected = 0,
  }: { env?: Record<string, string>; cwd?: string; expected?: number } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
    ...(cwd && { cwd }),
  });
  if (error) throw error;
  if (status !== expected)
    throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** Reports a passed check. */
export function holds(sentence: string): void {
  console.log(`  ${sentence}`);
}

/** @throws Error with the sentence that does not hold */
export function expectThat(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(`It does not hold that ${sentence}`);
}
