import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Reporter, TestCase } from "vitest/node";

/** File that lists them. */
export const SECOND_TRIES = resolve("test-results/unit-second-tries.json");

/** A test that passed at its second try only, and the failure of the first. */
export interface SecondTry {
  name: string;
  message: string;
}

/** Records which tests needed a second try, so that no flaky test stays hidden: vitest's own report does not
 *  have it. */
export default class SecondTries implements Reporter {
  readonly #found: SecondTry[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const messages = (test.result().errors ?? []).map(({ message }) => message);
    const name = `${test.module.relativeModuleId} › ${test.fullName}`;
    this.#found.push({ name, message: messages.join("\n") });
  }

  onTestRunEnd(): void {
    writeFileSync(SECOND_TRIES, JSON.stringify(this.#found));
  }
}
