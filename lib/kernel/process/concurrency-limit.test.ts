import { expect, test } from "vitest";
import { ServiceError } from "@/lib/kernel/errors";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Runs work that the test ends one at a time, and records the order in which it started. */
function observed(limit: ConcurrencyLimit) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (fairnessKey: string) =>
    limit
      .run(fairnessKey, () => {
        began.push(fairnessKey);
        return new Promise<void>((end) => ends.push(end));
      })
      .catch(() => void refused.push(fairnessKey));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { began, refused, ask, settle, endAll };
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

test("slots run at once, the queue waits, and the rest is rejected", async () => {
  const limit = new ConcurrencyLimit(2, 1, { retryAfterSeconds: 7 });
  const { open, opened } = gate();
  let running = 0;
  const work = () =>
    limit.run("acme", async () => {
      running += 1;
      await opened;
    });
  const accepted = [work(), work(), work()];
  const refused = await work().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ reason: "service_overloaded", retryAfterSeconds: 7 });
  expect(running).toBe(2);
  open();
  await Promise.all(accepted);
  expect(running).toBe(3);
  expect(limit.load()).toEqual({ busy: 0, waiting: 0 });
});

test("work that fails frees its slot", async () => {
  const limit = new ConcurrencyLimit(1, 0);
  await expect(limit.run("acme", () => Promise.reject(new Error("broke")))).rejects.toThrow(
    "broke",
  );
  expect(await limit.run("acme", async () => "free")).toBe("free");
});

test("keys take turns while they wait, however much work one of them has", async () => {
  const { began, ask, settle, endAll } = observed(new ConcurrencyLimit(1, 100));
  const all = [...times(6, () => ask("busy")), ...times(2, () => ask("calm")), ask("third")];
  await settle();
  await endAll();
  await Promise.all(all);
  expect(began).toEqual(["busy", "busy", "calm", "third", "busy", "calm", "busy", "busy", "busy"]);
});

test("a free slot goes to the key that holds the fewest", async () => {
  const limit = new ConcurrencyLimit(3, 100);
  const busy = await Promise.all(times(3, () => limit.enter("busy")));
  const order: string[] = [];
  const wait = async (fairnessKey: string) => {
    await limit.enter(fairnessKey);
    order.push(fairnessKey);
  };
  void wait("busy");
  void wait("calm");
  void wait("calm");
  busy[0]?.();
  busy[1]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(["calm", "busy"]);
});

test("a full queue makes room for a key that has less in it than another", async () => {
  const { began, refused, ask, settle, endAll } = observed(new ConcurrencyLimit(1, 20));
  const all = times(40, () => ask("busy"));
  await settle();
  expect(refused).toHaveLength(19);
  const calm = times(10, () => ask("calm"));
  await settle();
  // Half of the queue is theirs now, and none of theirs was refused.
  expect(refused.filter((fairnessKey) => fairnessKey === "calm")).toEqual([]);
  expect(refused).toHaveLength(29);
  const more = ask("calm");
  await more;
  expect(refused.filter((fairnessKey) => fairnessKey === "calm")).toHaveLength(1);
  await endAll();
  await Promise.all([...all, ...calm]);
  expect(began.filter((fairnessKey) => fairnessKey === "calm")).toHaveLength(10);
});

test("room is asserted exactly where work would be accepted", async () => {
  const { ask, settle, endAll } = observed(new ConcurrencyLimit(1, 4));
  const all = times(5, () => ask("busy"));
  await settle();
  const limit = new ConcurrencyLimit(1, 4);
  limit.assertRoom("busy");
  const full = new ConcurrencyLimit(1, 2);
  const first = await full.enter("busy");
  const waiting = times(2, () => full.enter("busy"));
  expect(() => full.assertRoom("busy")).toThrow(ServiceError);
  full.assertRoom("calm");
  first();
  for (const leave of waiting) (await leave)();
  await endAll();
  await Promise.all(all);
});

test("one key holds no more than its share, also when slots are free, and waits for the others'", async () => {
  const limit = new ConcurrencyLimit(4, 10, { each: 2 });
  const busy = times(3, () => limit.enter("busy"));
  const calm = await limit.enter("calm");
  expect(limit.load()).toEqual({ busy: 3, waiting: 1 });
  calm();
  await new Promise((resolve) => setImmediate(resolve));
  expect(limit.load()).toEqual({ busy: 2, waiting: 1 });
  (await busy[0])?.();
  (await busy[1])?.();
  (await busy[2])?.();
  expect(limit.load()).toEqual({ busy: 0, waiting: 0 });
});

test("work that has waited for the longest time is rejected, and leaves no gap", async () => {
  const limit = new ConcurrencyLimit(1, 10, { waitMs: 5 });
  const leave = await limit.enter("acme");
  await expect(limit.enter("acme")).rejects.toMatchObject({ reason: "service_overloaded" });
  expect(limit.load()).toEqual({ busy: 1, waiting: 0 });
  leave();
  leave();
  expect(limit.load()).toEqual({ busy: 0, waiting: 0 });
  (await limit.enter("acme"))();
});
