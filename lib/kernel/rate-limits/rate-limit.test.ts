import { afterEach, describe, expect, test } from "vitest";
import { secondsAfter, setClock } from "@/lib/kernel/clock";
import { takePoint } from "@/lib/kernel/rate-limits/limiter";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";
import {
  type Budget,
  type RateWindow,
  type Taken,
  takeFromWindow,
} from "@/lib/kernel/rate-limits/rate-limit";

const budget: Budget = { name: "rule", points: 2, seconds: 60 };
const start = new Date("2026-11-21T12:00:00Z");

interface Case {
  what: string;
  /** Seconds at which points are taken, with the result of each: the point's number, or the seconds to
   *  wait. */
  takes: readonly (readonly [second: number, told: { used: number } | { wait: number }])[];
}

const cases: readonly Case[] = [
  {
    what: "begins anew when the clock was an hour ahead and has gone back",
    takes: [
      [3_600, { used: 1 }],
      [3_600, { used: 2 }],
      [3_600, { wait: 60 }],
      [0, { used: 1 }],
      [0, { used: 2 }],
      [0, { wait: 60 }],
    ],
  },
  {
    what: "lets as many pass as there are points, and says how long the window lasts to the others",
    takes: [
      [0, { used: 1 }],
      [10, { used: 2 }],
      [20, { wait: 40 }],
      [59.001, { wait: 1 }],
    ],
  },
  {
    what: "ends its window exactly when it says, whatever was refused meanwhile",
    takes: [
      [0, { used: 1 }],
      [0, { used: 2 }],
      [59.999, { wait: 1 }],
      [60, { used: 1 }],
      [119, { used: 2 }],
      [119.5, { wait: 1 }],
      [120, { used: 1 }],
    ],
  },
  {
    what: "begins a window with the first point, not with the clock's minute",
    takes: [
      [45, { used: 1 }],
      [100, { used: 2 }],
      [104.5, { wait: 1 }],
      [105, { used: 1 }],
    ],
  },
];

const answered = (taken: Taken) =>
  taken.allowed ? { used: taken.used } : { wait: taken.retryAfterSeconds };

let restore = () => {};
afterEach(() => restore());

function standAt(at: Date) {
  restore();
  restore = setClock({ now: () => at });
}

describe.each(cases)("a rate limit $what", ({ what, takes }) => {
  test("by its rule", () => {
    let window: RateWindow | undefined;
    for (const [second, result] of takes) {
      const next = takeFromWindow(budget, window, start.getTime() + second * 1000);
      expect(answered(next.taken)).toEqual(result);
      window = next.window;
    }
  });

  test.each([
    ["in a process", (key: string) => takeLocalPoint(budget, key)],
    ["in PostgreSQL", (key: string) => takePoint(budget, key)],
  ] as const)("%s", async (_, take) => {
    for (const [second, result] of takes) {
      standAt(secondsAfter(start, second));
      expect(answered(await take(what))).toEqual(result);
    }
  });
});

test("of parallel requests exactly as many pass as points are left", async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => takePoint({ ...budget, points: 5 }, "parallel")),
  );
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
});
