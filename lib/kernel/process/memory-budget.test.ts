import { expect, test } from "vitest";
import { MemoryBudget } from "@/lib/kernel/process/memory-budget";

/** Work that records its start and ends when the test lets it. */
function work() {
  const ended = Promise.withResolvers<void>();
  const state = {
    began: false,
    end: ended.resolve,
    run() {
      state.began = true;
      return ended.promise;
    },
  };
  return state;
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

test("work starts when there is room for it, in its order of arrival", async () => {
  const budget = new MemoryBudget(10);
  const [first, large, small] = [work(), work(), work()];
  const all = [budget.run(6, first.run), budget.run(8, large.run), budget.run(1, small.run)];
  await aTurn();
  expect([first.began, large.began, small.began]).toEqual([true, false, false]);
  first.end();
  await aTurn();
  expect([large.began, small.began]).toEqual([true, true]);
  large.end();
  small.end();
  await Promise.all(all);
});

test("failed work releases its memory, and work larger than the budget runs alone", async () => {
  const budget = new MemoryBudget(10);
  await expect(budget.run(10, () => Promise.reject(new Error("it failed")))).rejects.toThrow();
  const [vast, next] = [work(), work()];
  const all = [budget.run(99, vast.run), budget.run(1, next.run)];
  await aTurn();
  expect([vast.began, next.began]).toEqual([true, false]);
  vast.end();
  next.end();
  await Promise.all(all);
});
