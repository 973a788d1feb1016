import type { LogEntry } from "./suite-api";

/** Results of a module in the suite's terms. `REVIEW`: a person has to look at a screenshot. `INTERRUPTED`:
 *  the module waited in vain. */
export const results = ["PASSED", "WARNING", "REVIEW", "SKIPPED", "FAILED", "INTERRUPTED"] as const;
export type Result = (typeof results)[number];

/** Outcome of a module. */
export interface ModuleOutcome {
  module: string;
  result: Result;
  /** The suite's conditions that failed or warned, so that a new reason for a failure is noticed. */
  conditions: string[];
}

/** Reads a module's outcome from the suite's state and log.
 *  @throws Error for a result that this program does not know */
export function outcomeOf(
  module: string,
  state: { status: string; result?: string | null },
  log: readonly LogEntry[],
): ModuleOutcome {
  const reported = state.result ?? "UNKNOWN";
  const result = state.status === "INTERRUPTED" && reported !== "FAILED" ? "INTERRUPTED" : reported;
  const known = results.find((one) => one === result);
  if (!known) throw new Error(`The suite says ${result} of ${module}`);
  const bad = log.filter((entry) => entry.result === "FAILURE" || entry.result === "WARNING");
  const conditions = new Set(bad.map((entry) => `${entry.src} ${entry.result}`));
  return { module, result: known, conditions: [...conditions].sort() };
}
