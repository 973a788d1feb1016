import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { type ModuleOutcome, results } from "./outcome";

const FOLDER = "conformance/expected";

/** Reason why a module does not simply pass. */
const because = z.strictObject({
  /** Source of the sentence: the specification of the service, the contract beside it, or the suite
   *  itself. */
  source: z.enum(["spec", "contract", "suite"]),
  sentence: z.string().min(1),
});
const expectedModule = z.strictObject({
  module: z.string().min(1),
  result: z.enum(results),
  conditions: z.array(z.string().min(1)).optional(),
  because: because.optional(),
});
const expectedRun = z.strictObject({
  variant: z.record(z.string(), z.string()),
  shim: z.enum(["off", "pkce"]),
  modules: z.array(expectedModule).min(1),
});
const expectedPlan = z.strictObject({
  plan: z.string(),
  suite: z.string(),
  runs: z.array(expectedRun).min(1),
});

/** Expected outcome of a module. */
export type ExpectedModule = z.infer<typeof expectedModule>;
/** Expected outcomes of a plan in conformance/expected: its runs in their order. */
export type ExpectedPlan = z.infer<typeof expectedPlan>;

const fileOf = (plan: string) => `${FOLDER}/${plan}.json`;

/** The plans that have a file. */
export const expectedPlans = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .sort();

/** Reads the expected outcomes of a plan; null for one that was never run.
 *  @throws ZodError for a file that has another form */
export function readExpected(plan: string): ExpectedPlan | null {
  if (!existsSync(fileOf(plan))) return null;
  return expectedPlan.parse(JSON.parse(readFileSync(fileOf(plan), "utf8")));
}

/** Writes the expected outcomes of a plan. */
export function writeExpected(expected: ExpectedPlan): void {
  writeFileSync(fileOf(expected.plan), `${JSON.stringify(expected, null, 2)}\n`);
}

/** Returns the outcomes as the expected ones from now on. A module that still does not pass retains its
 *  sentence. */
export function expectedOf(
  found: readonly ModuleOutcome[],
  before: readonly ExpectedModule[],
): ExpectedModule[] {
  return found.map(({ module, result, conditions }) => {
    const sentence = before.find((one) => one.module === module)?.because;
    return {
      ...{ module, result },
      ...(conditions.length > 0 && { conditions }),
      ...(result !== "PASSED" && sentence && { because: sentence }),
    };
  });
}
