import { expect, test } from "vitest";
import { differences } from "./compare";
import type { ExpectedModule } from "./expected";
import type { ModuleOutcome } from "./outcome";

const passed: ModuleOutcome = { module: "a", result: "PASSED", conditions: [] };
const failed: ModuleOutcome = { module: "b", result: "FAILED", conditions: ["CheckX FAILURE"] };
const expected: ExpectedModule[] = [
  { module: "a", result: "PASSED" },
  {
    module: "b",
    result: "FAILED",
    conditions: ["CheckX FAILURE"],
    because: { source: "spec", sentence: "It says so." },
  },
];

test("expected outcomes have no difference", () => {
  expect(differences(expected, [passed, failed])).toEqual([]);
});

test("a worse outcome is a difference, with its reasons", () => {
  const found = { module: "a", result: "FAILED", conditions: ["CheckY FAILURE"] } as const;
  expect(differences(expected, [{ ...found, conditions: [...found.conditions] }, failed])).toEqual([
    "a is FAILED, expected PASSED: CheckY FAILURE",
  ]);
});

test("a better outcome is a difference too", () => {
  const found: ModuleOutcome = { module: "b", result: "PASSED", conditions: [] };
  expect(differences(expected, [passed, found])).toEqual(["b is PASSED, expected FAILED"]);
});

test("the same result for other reasons differs", () => {
  const found = { ...failed, conditions: ["CheckY FAILURE"] };
  expect(differences(expected, [passed, found])).toEqual([
    "b is FAILED for more reasons: CheckY FAILURE",
    "b is FAILED for fewer reasons, without: CheckX FAILURE",
  ]);
});

test("a module that was not run is a difference, and so is an unexpected one", () => {
  const other: ModuleOutcome = { module: "c", result: "PASSED", conditions: [] };
  expect(differences(expected, [passed, other])).toEqual([
    "b is expected and was not run",
    "c is not expected: PASSED",
  ]);
});

test("modules that were not selected are not missed", () => {
  expect(differences(expected, [passed], ["a"])).toEqual([]);
});
