import { findChromium } from "@/tools/test/chromium";
import { startProcess } from "./processes";

/** Runs vitest without blocking this process: a PostgreSQL stops when its output is not read.
 *  @param words for vitest
 *  @param env variables besides those of this process
 *  @throws Error when a test fails */
export async function runVitest(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const code = await ran(["node_modules/vitest/vitest.mjs", "run", ...words], env);
  if (code !== 0) throw new Error("A test does not hold; its words are above.");
}

/** Runs journeys in a browser.
 *  @throws Error when one fails */
export async function runJourneys(
  words: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const program = "node_modules/@playwright/test/cli.js";
  const code = await ran([program, "test", "--reporter=list", ...words], {
    CHROMIUM_PATH: findChromium(),
    ...env,
  });
  if (code !== 0) throw new Error("A journey does not hold; its words are above.");
}

function ran(words: readonly string[], env: Record<string, string>): Promise<number> {
  const command = [process.execPath, ...words];
  return startProcess(command, { endsBy: "INT", env: { ...process.env, ...env } }).ended;
}
