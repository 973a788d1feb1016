import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { SecondTry } from "./second-tries";

export type Counts = {
  passed: number;
  failed: number;
  /** Names of the tests that passed at a second try only. */
  again: string[];
  /** Tests that failed or needed a second try, with the first lines of the reason, for the end of the output:
   *  CI shows little more. */
  failures: string[];
};

/** Marks a test that passed at the second try, with the message of the first. */
const AGAIN = "(at the second try)";
/** Lines of a message that are shown again. */
const LINES = 12;

/** Reads vitest's JSON report; a run that failed before its tests counts as one failure.
 *  @param tries file of the tests that needed a second try (`second-tries`) */
export function vitestCounts(file: string, tries: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, again: [], failures: [] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failed = Number(report.numFailedTests);
  // A file that cannot be loaded has no tests to fail.
  const failures = report.testResults.flatMap((one: VitestFile) => [
    ...(one.status === "failed" && one.message ? [failureText(one.name, one.message)] : []),
    ...one.assertionResults
      .filter(({ status }) => status === "failed")
      .map((test) =>
        failureText(`${one.name} › ${test.fullName}`, test.failureMessages.join("\n")),
      ),
  ]);
  const again: SecondTry[] = existsSync(tries) ? JSON.parse(readFileSync(tries, "utf8")) : [];
  return {
    passed: Number(report.numPassedTests),
    failed: failed || (report.success ? 0 : 1),
    again: again.map(({ name }) => name),
    failures: [
      ...failures,
      ...again.map(({ name, message }) => failureText(`${name} ${AGAIN}`, message)),
    ],
  };
}

/** Reads Playwright's JSON report, likewise. */
export function playwrightCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, again: [], failures: [] };
  const { stats, errors, suites } = JSON.parse(readFileSync(file, "utf8"));
  const failed = Number(stats.unexpected);
  const passed = Number(stats.expected) + Number(stats.flaky);
  const failures = suites.flatMap(failuresOf);
  const again = suites.flatMap(retriedTests);
  return { passed, failed: failed || (errors?.length > 0 ? 1 : 0), again, failures };
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
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const messages = results[0]?.errors.map(({ message = "" }) => message) ?? [];
        const name = `${file} › ${title}${status === "flaky" ? ` ${AGAIN}` : ""}`;
        return failureText(name, messages.join("\n"));
      }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

function retriedTests({ suites = [], specs }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [
    ...own.map(({ file, title }) => `e2e/${file} › ${title}`),
    ...suites.flatMap(retriedTests),
  ];
}

function failureText(what: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, LINES);
  return [what, ...lines.map((line) => `    ${line}`)].join("\n");
}
