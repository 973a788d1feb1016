import { existsSync, readFileSync } from "node:fs";

export type Counts = {
  passed: number;
  failed: number;
  /** How many of those that passed did so at a second try only. */
  flaky?: number;
};

/** Reads vitest's JSON report; a run that fell before its tests counts as one failure. */
export function vitestCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failed = Number(report.numFailedTests);
  // A file that cannot be loaded has no tests to fail.
  return { passed: Number(report.numPassedTests), failed: failed || (report.success ? 0 : 1) };
}

/** Reads Playwright's JSON report, likewise. */
export function playwrightCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  const failed = Number(stats.unexpected);
  const flaky = Number(stats.flaky);
  const passed = Number(stats.expected) + flaky;
  return { passed, failed: failed || (errors?.length > 0 ? 1 : 0), flaky };
}
