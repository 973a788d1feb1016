import { afterEach, expect, test } from "vitest";
import { secondsAfter, setClock } from "@/lib/clock";
import {
  giveFailureSlotBack,
  lockFailureSlots,
  takeFailureSlot,
} from "@/lib/rate-limits/failure-slots";

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
  expect(await take("parallel")).toEqual({ allowed: true, used: 1 });
});

test("giving back never reopens a locked bucket", async () => {
  for (let i = 0; i < 5; i++) await take("locked");
  await lockFailureSlots(budget, "locked", 900);
  await Promise.all(Array.from({ length: 30 }, () => giveFailureSlotBack(budget, "locked")));
  expect((await take("locked")).allowed).toBe(false);
});

test("a window and a lock end exactly when they say", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  for (let i = 0; i < 5; i++) await take("window");
  standAt(secondsAfter(at, 899.999));
  expect(await take("window")).toEqual({ allowed: false, retryAfterSeconds: 1 });
  standAt(secondsAfter(at, 900));
  expect(await take("window")).toEqual({ allowed: true, used: 1 });
  await lockFailureSlots(budget, "window", 60);
  expect(await take("window")).toEqual({ allowed: false, retryAfterSeconds: 60 });
  standAt(secondsAfter(at, 960));
  expect((await take("window")).allowed).toBe(true);
});
