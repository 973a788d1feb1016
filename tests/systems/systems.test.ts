import { expect, test } from "vitest";
import { dueOn, systems } from "./systems";

test("what is not tried on each run has its turn within seven days, by the commit's date", () => {
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 20 + day, 12)));
  const tried = new Set(days.flatMap((day) => dueOn(day).map(({ name }) => name)));
  expect([...tried].sort()).toEqual(systems.map(({ name }) => name).sort());
  for (const day of days)
    expect(dueOn(day).map(({ name }) => name)).toEqual(
      expect.arrayContaining(systems.filter(({ inTurn }) => !inTurn).map(({ name }) => name)),
    );
});
