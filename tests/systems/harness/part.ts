import { spawnSync } from "node:child_process";

/** One of the things that deploy/ ships, and how it is tried. */
export interface Part {
  name: string;
  /** @throws Skipped when what it needs can't be had; any other error is a failure */
  run: () => void | Promise<void>;
}

/** What a part needs is not here and can't be brought here; the message says what it is. */
export class Skipped extends Error {}

/** Runs a program and answers what it printed.
 *  @param expected the exit code; another one is an error with the program's own words */
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

/** Says that something was found to hold. */
export function holds(sentence: string): void {
  console.log(`  ${sentence}`);
}

/** @throws Error with the sentence that does not hold */
export function expectThat(condition: boolean, sentence: string): void {
  if (!condition) throw new Error(`It does not hold that ${sentence}`);
}
