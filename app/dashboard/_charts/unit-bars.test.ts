import { expect, test } from "vitest";
import { lastUnits } from "@/lib/features/statistics/event-count";
import { unitBars } from "./unit-bars";

const at = new Date("2026-11-22T14:40:00Z");
const hour = (text: string) => new Date(`2026-11-22T${text}:00Z`);

test("every hour has a bar, in order, and one without events has none to count", () => {
  const counts = [
    { at: hour("14:00"), kind: "login.succeeded", count: 3 },
    { at: hour("14:00"), kind: "login.failed", count: 2 },
    { at: hour("12:00"), kind: "login.locked", count: 1 },
  ];
  const bars = unitBars("hour", lastUnits("hour", 3, at), counts, [
    ["login.succeeded"],
    ["login.failed", "login.locked"],
  ]);
  expect(bars.map(({ at, counts }) => [at, ...counts])).toEqual([
    [hour("12:00"), 0, 1],
    [hour("13:00"), 0, 0],
    [hour("14:00"), 3, 2],
  ]);
});

test("a bar leads to its span, and days end at midnight in UTC", () => {
  const [yesterday, today] = unitBars(
    "day",
    lastUnits("day", 2, at),
    [{ at: new Date("2026-11-22T00:00:00Z"), kind: "role.created", count: 7 }],
    ["all"],
    (from, to) => `${from.toISOString()} ${to.toISOString()}`,
  );
  expect(yesterday).toEqual({
    at: new Date("2026-11-21T00:00:00Z"),
    unit: "day",
    counts: [0],
    href: "2026-11-21T00:00:00.000Z 2026-11-22T00:00:00.000Z",
  });
  expect(today).toMatchObject({ at: new Date("2026-11-22T00:00:00Z"), counts: [7] });
});
