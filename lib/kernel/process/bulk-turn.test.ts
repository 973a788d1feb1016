import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBulkTurn } from "@/lib/kernel/process/bulk-turn";

test("work in bulk waits for what is under way, in the order in which it came", async () => {
  const told: string[] = [];
  const work = (name: string) => async () => {
    told.push(`${name} begins`);
    await sleep(5);
    told.push(`${name} ends`);
    return name;
  };
  const names = ["one", "two", "three"];
  expect(await Promise.all(names.map((name) => inBulkTurn(work(name))))).toEqual(names);
  expect(told).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("work that fails is told of it, and keeps nobody from a turn", async () => {
  const failing = inBulkTurn(() => Promise.reject(new Error("no database")));
  const next = inBulkTurn(() => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("no database");
  expect(await next).toBe("done");
});
