import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Vitest's report of a run. */
export const UNIT_REPORT = resolve("test-results/unit.json");
/** Playwright's report of a run. */
export const E2E_REPORT = resolve("test-results/e2e.json");

/** Reads a file of JSON; null where there is none. */
export function readReport(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** A journey of Playwright's report. */
export interface Spec {
  file: string;
  title: string;
  tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
}

interface Suite {
  suites?: Suite[];
  specs: Spec[];
}

/** Lists the journeys of suites within suites. */
export function specsOf(all: Suite[]): Spec[] {
  return all.flatMap(({ specs, suites = [] }) => [...specs, ...specsOf(suites)]);
}
