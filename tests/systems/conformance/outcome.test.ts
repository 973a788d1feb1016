import { expect, test } from "vitest";
import { expectedOf } from "./expected";
import { moduleNames } from "./module-names";
import { outcomeOf } from "./outcome";
import type { PlanModule } from "./suite-api";

test("conditions that failed or warned are named once, in their order of letters", () => {
  const log = [
    { src: "B", result: "WARNING", msg: "once" },
    { src: "A", result: "FAILURE", msg: "first" },
    { src: "A", result: "FAILURE", msg: "again" },
    { src: "C", result: "SUCCESS" },
  ];
  expect(outcomeOf("m", { status: "FINISHED", result: "FAILED" }, log)).toEqual({
    module: "m",
    result: "FAILED",
    conditions: ["A FAILURE", "B WARNING"],
  });
});

test("a test that was ended while it waited is INTERRUPTED, with any findings so far", () => {
  expect(outcomeOf("m", { status: "INTERRUPTED", result: "REVIEW" }, []).result).toBe(
    "INTERRUPTED",
  );
  expect(outcomeOf("m", { status: "INTERRUPTED", result: null }, []).result).toBe("INTERRUPTED");
});

test("a test that stopped at a failure failed", () => {
  expect(outcomeOf("m", { status: "INTERRUPTED", result: "FAILED" }, []).result).toBe("FAILED");
});

test("an unknown result is an error", () => {
  expect(() => outcomeOf("m", { status: "FINISHED", result: "SPLENDID" }, [])).toThrow("SPLENDID");
});

test("a module that comes twice is named by what the plan fixes", () => {
  const modules = [
    { testModule: "a", variant: { x: "1" } },
    { testModule: "b", variant: { z: "1", y: "2" } },
    { testModule: "b", variant: { y: "3" } },
  ] as PlanModule[];
  expect(moduleNames(modules)).toEqual(["a", "b[y=2,z=1]", "b[y=3]"]);
});

test("a written file retains the sentence of a module that still does not pass, and of no other", () => {
  const because = { source: "spec", sentence: "It says so." } as const;
  const before = [
    { module: "a", result: "FAILED", because },
    { module: "b", result: "FAILED", because },
  ] as const;
  const found = [
    { module: "a", result: "WARNING", conditions: ["A WARNING"] },
    { module: "b", result: "PASSED", conditions: [] },
    { module: "c", result: "SKIPPED", conditions: [] },
  ] as const;
  expect(
    expectedOf(
      found.map((one) => ({ ...one, conditions: [...one.conditions] })),
      [...before],
    ),
  ).toEqual([
    { module: "a", result: "WARNING", conditions: ["A WARNING"], because },
    { module: "b", result: "PASSED" },
    { module: "c", result: "SKIPPED" },
  ]);
});
