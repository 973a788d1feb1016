import { stripVTControlCharacters } from "node:util";
import { readReport, type Spec, specsOf } from "./reports";
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

const NOTHING_RAN: Counts = { passed: 0, failed: 1, again: [], failures: [] };

/** Reads vitest's JSON report; a run that failed before its tests counts as one failure.
 *  @param tries file of the tests that needed a second try (`second-tries`) */
export function vitestCounts(file: string, tries: string): Counts {
  const report = readReport(file);
  if (!report) return NOTHING_RAN;
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
  const again: SecondTry[] = readReport(tries) ?? [];
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
  const report = readReport(file);
  if (!report) return NOTHING_RAN;
  const { stats, errors, suites } = report;
  const failed = Number(stats.unexpected);
  const passed = Number(stats.expected) + Number(stats.flaky);
  const specs = specsOf(suites);
  const failures = specs.flatMap(failuresOf);
  const again = specs
    .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
    .map((spec) => `e2e/${spec.file} › ${spec.title}`);
  return { passed, failed: failed || (errors?.length > 0 ? 1 : 0), again, failures };
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

function failuresOf({ file, title, tests }: Spec): string[] {
  return tests
    .filter(({ status }) => status === "unexpected" || status === "flaky")
    .map(({ status, results }) => {
      const messages = results[0]?.errors.map(({ message = "" }) => message) ?? [];
      const name = `${file} › ${title}${status === "flaky" ? ` ${AGAIN}` : ""}`;
      return failureText(name, messages.join("\n"));
    });
}

function failureText(what: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, LINES);
  return [what, ...lines.map((line) => `    ${line}`)].join("\n");
}
