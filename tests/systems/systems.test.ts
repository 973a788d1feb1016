import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { daysUntilTurn, dueOn, type System, systems } from "./systems";
import { choose, type LastResult, type Outcome, verdict } from "./try-systems";

const COMMIT = new Date(Date.UTC(2026, 10, 20, 12));
const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 20 + day, 12)));

test("a system that is not tried on each run has its turn within seven days, by the commit's date", () => {
  const tried = new Set(days.flatMap((day) => dueOn(day).map(({ name }) => name)));
  expect([...tried].sort()).toEqual(systems.map(({ name }) => name).sort());
  for (const day of days)
    expect(dueOn(day).map(({ name }) => name)).toEqual(
      expect.arrayContaining(systems.filter(({ inTurn }) => !inTurn).map(({ name }) => name)),
    );
  for (const system of systems.filter(({ inTurn }) => inTurn)) {
    const isDue = days.map((day) => dueOn(day).includes(system));
    expect(daysUntilTurn(system, COMMIT)).toBe(isDue.indexOf(true));
  }
});

test("each fits into five minutes, and those of a day into what the tests leave of 75", () => {
  expect(systems.filter(({ seconds }) => seconds > 300)).toEqual([]);
  for (const day of days) {
    const seconds = dueOn(day).reduce((sum, system) => sum + system.seconds, 0);
    expect(seconds).toBeLessThan(32 * 60);
  }
  expect(readFileSync(".ci/run", "utf8")).toMatch(/^end=\$\(\(\$\(date \+%s\) \+ 75 \* 60\)\)$/m);
});

test("each has a program, and a name of its own", () => {
  for (const { name } of systems)
    expect(existsSync(`tests/systems/${name.split("-")[0]}/main.ts`), name).toBe(true);
  expect(new Set(systems.map(({ name }) => name)).size).toBe(systems.length);
});

test("a name is a system or all of a folder, and the words after it are for its program", () => {
  const namesOf = (...words: string[]) => choose(words).due.map(({ name }) => name);
  expect(namesOf("cells", "failover")).toEqual(["cells", "cells-caddy", "failover"]);
  expect(namesOf("postgres-17")).toEqual(["postgres-17"]);
  const { due, own } = choose(["foreign", "go", "python", "alerts"]);
  expect(due.map(({ name, words }) => [name, words])).toEqual([
    ["foreign go python", ["go", "python"]],
    ["alerts", undefined],
  ]);
  // The last result of a whole system does not count for a part of it.
  expect([...own].map(({ name }) => name)).toEqual(["foreign go python"]);
  expect(() => choose(["nobody"])).toThrow("There is no system nobody: migrations, ");
});

const [system] = systems.filter(({ name }) => name === "image") as [System];
const last = (day: string, ok = true): LastResult => ({ day, ok, commit: "abc", seconds: 7 });
const of = (outcome: Outcome | undefined, result?: LastResult) =>
  verdict(
    [system],
    new Map(outcome ? [[system, outcome]] : []),
    result ? { image: result } : {},
    COMMIT,
  );

test.each<[string, Outcome | undefined, LastResult | undefined, boolean, RegExp]>([
  ["what held", { kind: "ok" }, last("2026-11-20"), true, /image +ok; 7 s$/],
  ["what failed", { kind: "FAILED" }, last("2026-11-20", false), false, /image +FAILED; 7 s$/],
  [
    "what had no turn and held a week ago",
    undefined,
    last("2026-11-13"),
    true,
    /not today, its turn is on 2026-11-\d\d; last ok on 2026-11-13 \(abc, 7 s\)$/,
  ],
  ["what held longer ago", undefined, last("2026-11-12"), false, /that is more than a week$/],
  ["what failed at its last try", undefined, last("2026-11-20", false), false, /last FAILED on/],
  ["what was never tried", undefined, undefined, false, /never tried$/],
  ["what has no time and held", { kind: "NO TIME" }, last("2026-11-19"), true, /NO TIME; last ok/],
  ["what has no time otherwise", { kind: "NO TIME" }, undefined, false, /NO TIME; never tried$/],
  [
    "what left something out",
    { kind: "NOT TRIED", why: "there is no ip" },
    last("2026-11-20"),
    false,
    /NOT TRIED: there is no ip; last ok/,
  ],
  [
    "what the machine lacks something for",
    { kind: "not here", why: "there is no Go" },
    undefined,
    true,
    /not here: there is no Go; never tried$/,
  ],
])("%s is reported, and decides whether the run held", (_, outcome, result, held, line) => {
  const found = of(outcome, result);
  expect(found.held).toBe(held);
  expect(found.lines.join("\n")).toMatch(line);
  expect(found.lines[0]?.startsWith("✗")).toBe(!held);
});
