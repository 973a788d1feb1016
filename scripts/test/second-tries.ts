import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Reporter, TestCase } from "vitest/node";

/** Where they are written down. */
export const SECOND_TRIES = resolve("test-results/unit-second-tries.json");

/** A test that held at its second try only, and why not at its first. */
export interface SecondTry {
  name: string;
  message: string;
}

/** Writes down which tests needed a second try, so that none hides for long: vitest's own report does not say so. */
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
