import { createFormatter } from "use-intl/core";
import { expect, test } from "vitest";
import { lastUnits } from "@/lib/features/statistics/event-count";
import { namedBars } from "./bar-names";
import { unitBars } from "./unit-bars";

const at = new Date("2026-11-22T14:40:00Z");

function named(unit: "hour" | "day", locale: string, timeZone: string) {
  const bars = unitBars(unit, lastUnits(unit, 2, at), [], ["all"]);
  const { bars: all, zone } = namedBars(bars, createFormatter({ locale, timeZone }), timeZone);
  return [zone, ...all.map(({ name }) => name)];
}

test("hours are named in the reader's language and time zone", () => {
  expect(named("hour", "en", "UTC")).toEqual(["UTC", "Nov 22, 13:00", "Nov 22, 14:00"]);
  expect(named("hour", "de", "Asia/Tokyo")).toEqual([
    "Asia/Tokyo",
    "22. Nov., 22:00",
    "22. Nov., 23:00",
  ]);
});

test("hours stay those of UTC where the time zone's offset is no whole hour, and days do everywhere", () => {
  expect(named("hour", "en", "Asia/Kolkata")[0]).toBe("UTC");
  expect(named("hour", "en", "Asia/Kolkata")[1]).toBe("Nov 22, 13:00");
  expect(named("day", "en", "Asia/Tokyo")).toEqual(["UTC", "Sat, Nov 21", "Sun, Nov 22"]);
});
