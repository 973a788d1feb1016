import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inAttemptQueue, LeasesHeld } from "@/lib/kernel/process/attempt-queue";

test("attempts of one subject run concurrently up to its leases, first come, first served", async () => {
  let underWay = 0;
  let most = 0;
  const started: number[] = [];
  const attempt = async (number: number) => {
    started.push(number);
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(2);
    underWay -= 1;
  };
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  await Promise.all(numbers.map((number) => inAttemptQueue("one", 3, () => attempt(number))));
  expect(most).toBe(3);
  expect(started).toEqual(numbers);
});

test("attempts of another subject do not wait", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = inAttemptQueue("held", 1, () => promise);
  expect(await inAttemptQueue("free", 1, async () => "done")).toBe("done");
  resolve();
  await held;
});

test("an attempt without a free lease polls until there is one", async () => {
  let looks = 0;
  const answer = await inAttemptQueue("elsewhere", 1, async () => {
    looks += 1;
    if (looks < 3) throw new LeasesHeld();
    return "in";
  });
  expect([answer, looks]).toEqual(["in", 3]);
});

test("waiting times out, both for leases of others and for a queue that does not move", async () => {
  const overloaded = { reason: "service_overloaded", retryAfterSeconds: 1 };
  const inUse = () => Promise.reject(new LeasesHeld());
  const soon = { patienceMs: 20 };
  await expect(inAttemptQueue("stuck", 1, inUse, soon)).rejects.toMatchObject(overloaded);
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = inAttemptQueue("slow", 1, () => promise);
  await expect(inAttemptQueue("slow", 1, async () => {}, soon)).rejects.toMatchObject(overloaded);
  resolve();
  await held;
  expect(await inAttemptQueue("slow", 1, async () => "next", soon)).toBe("next");
});

test("no more than 64 wait, and a failure lets the next one in", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const fails = inAttemptQueue("many", 1, () => promise);
  const waiting = Array.from({ length: 64 }, () => inAttemptQueue("many", 1, async () => "in"));
  await expect(inAttemptQueue("many", 1, async () => "in")).rejects.toMatchObject({
    reason: "service_overloaded",
  });
  reject(new Error("down"));
  await expect(fails).rejects.toThrow("down");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["in"]));
});
