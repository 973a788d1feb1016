import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export type Counts = {
  passed: number;
  failed: number;
  /** How many of those that passed did so at a second try only. */
  flaky?: number;
  /** What failed and how it began to say why, for the end of the output: CI shows little more. */
  failures: string[];
};

/** Lines of a message that are shown again. */
const LINES = 12;

/** Reads vitest's JSON report; a run that fell before its tests counts as one failure. */
export function vitestCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: [] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failed = Number(report.numFailedTests);
  // A file that cannot be loaded has no tests to fail.
  const failures = report.testResults.flatMap((one: VitestFile) => [
    ...(one.status === "failed" && one.message ? [said(one.name, one.message)] : []),
    ...one.assertionResults
      .filter(({ status }) => status === "failed")
      .map((test) => said(`${one.name} › ${test.fullName}`, test.failureMessages.join("\n"))),
  ]);
  return {
    passed: Number(report.numPassedTests),
    failed: failed || (report.success ? 0 : 1),
    failures,
  };
}

/** Reads Playwright's JSON report, likewise. */
export function playwrightCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: [] };
  const { stats, errors, suites } = JSON.parse(readFileSync(file, "utf8"));
  const failed = Number(stats.unexpected);
  const flaky = Number(stats.flaky);
  const passed = Number(stats.expected) + flaky;
  const failures = suites.flatMap(failuresOf);
  return { passed, failed: failed || (errors?.length > 0 ? 1 : 0), flaky, failures };
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

function failuresOf({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => {
        const messages = results.at(-1)?.errors.map(({ message = "" }) => message) ?? [];
        return said(`${file} › ${title}`, messages.join("\n"));
      }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

function said(what: string, message: string): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, LINES);
  return [what, ...lines.map((line) => `    ${line}`)].join("\n");
}
