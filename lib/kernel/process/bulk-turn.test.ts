import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBulkTurn } from "@/lib/kernel/process/bulk-turn";

test("bulk work runs one at a time, in its order of arrival", async () => {
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await sleep(5);
    events.push(`${name} ends`);
    return name;
  };
  const names = ["one", "two", "three"];
  expect(await Promise.all(names.map((name) => inBulkTurn(work(name))))).toEqual(names);
  expect(events).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("a failure reaches its own caller, and the next work still runs", async () => {
  const failing = inBulkTurn(() => Promise.reject(new Error("no database")));
  const next = inBulkTurn(() => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("no database");
  expect(await next).toBe("done");
});
