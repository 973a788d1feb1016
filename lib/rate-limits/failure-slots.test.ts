import { afterEach, expect, test } from "vitest";
import { secondsAfter, setClock } from "@/lib/clock";
import { failSlot, giveFailureSlotBack, takeFailureSlot } from "@/lib/rate-limits/failure-slots";

const budget = { name: "failures", points: 5, seconds: 900 };
const take = (key: string) => takeFailureSlot(budget, key);
let restore = () => {};
afterEach(() => restore());

function standAt(at: Date) {
  restore();
  restore = setClock({ now: () => at });
}

test("of fifty parallel attempts exactly five get a slot, and the others leave no trace", async () => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => take("parallel")));
  expect(taken.filter((one) => one.allowed)).toHaveLength(5);
  for (let i = 0; i < 5; i++) await giveFailureSlotBack(budget, "parallel");
  expect(await take("parallel")).toEqual({ allowed: true });
});

test("slots that are merely in use are worth coming back for in a second", async () => {
  for (let i = 0; i < 5; i++) await take("in use");
  expect(await take("in use")).toEqual({ allowed: false, retryAfterSeconds: 1 });
  await giveFailureSlotBack(budget, "in use");
  expect(await take("in use")).toEqual({ allowed: true });
});

test("only failures lock: one among four right proofs leaves four slots", async () => {
  for (let i = 0; i < 5; i++) await take("mixed");
  expect(await failSlot(budget, "mixed", 900)).toBe(false);
  for (let i = 0; i < 4; i++) await giveFailureSlotBack(budget, "mixed");
  const next = await Promise.all(Array.from({ length: 5 }, () => take("mixed")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("of failures that end together one locks, and says so", async () => {
  for (let i = 0; i < 5; i++) await take("together");
  const locked = await Promise.all(
    Array.from({ length: 5 }, () => failSlot(budget, "together", 900)),
  );
  expect(locked.filter(Boolean)).toHaveLength(1);
});

test("giving back never reopens a locked bucket", async () => {
  for (let i = 0; i < 5; i++) await take("locked");
  for (let i = 0; i < 5; i++) await failSlot(budget, "locked", 900);
  await Promise.all(Array.from({ length: 30 }, () => giveFailureSlotBack(budget, "locked")));
  expect((await take("locked")).allowed).toBe(false);
});

test("a window and a lock end exactly when they say", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const wrong = async (key: string, lockSeconds: number | null) => {
    expect((await take(key)).allowed).toBe(true);
    await failSlot(budget, key, lockSeconds);
  };
  standAt(at);
  for (let i = 0; i < 5; i++) await wrong("window", null);
  standAt(secondsAfter(at, 899.999));
  expect(await take("window")).toEqual({ allowed: false, retryAfterSeconds: 1 });
  standAt(secondsAfter(at, 900));
  for (let i = 0; i < 4; i++) await wrong("window", null);
  standAt(secondsAfter(at, 1700));
  await wrong("window", 60);
  expect(await take("window")).toEqual({ allowed: false, retryAfterSeconds: 60 });
  standAt(secondsAfter(at, 1759.999));
  expect((await take("window")).allowed).toBe(false);
  standAt(secondsAfter(at, 1760));
  expect((await take("window")).allowed).toBe(true);
});

test("a failure that is judged after its window begins the next one", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  await take("late");
  standAt(secondsAfter(at, 900));
  await failSlot(budget, "late", 900);
  const next = await Promise.all(Array.from({ length: 5 }, () => take("late")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});
