import { afterEach, expect, test } from "vitest";
import { now, secondsAfter, setClock } from "@/lib/clock";
import { pool } from "@/lib/db";
import {
  failSlot,
  giveFailureSlotsBack,
  type HeldSlot,
  LEASE_SECONDS,
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

/** Takes so many slots, which have to be free. */
async function takeSlots(key: string, count: number): Promise<HeldSlot[]> {
  const taken = await Promise.all(Array.from({ length: count }, () => take(key)));
  return taken.map((one) => {
    if (!one.allowed) throw new Error("There was no slot");
    return one.slot;
  });
}

test("of fifty parallel attempts exactly five get a slot, and the others leave no trace", async () => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => take("parallel")));
  const slots = taken.flatMap((one) => (one.allowed ? [one.slot] : []));
  expect(slots).toHaveLength(5);
  await giveFailureSlotsBack(slots);
  expect((await take("parallel")).allowed).toBe(true);
});

test("slots that are merely in use lock nobody out", async () => {
  const [slot] = await takeSlots("in use", 5);
  expect(await take("in use")).toEqual({ allowed: false, lockedForSeconds: null });
  if (slot) await giveFailureSlotsBack([slot]);
  expect((await take("in use")).allowed).toBe(true);
});

test("only failures lock: one among four right proofs leaves four slots", async () => {
  const [wrong, ...right] = await takeSlots("mixed", 5);
  if (wrong) expect(await failSlot(wrong, 900)).toBe(false);
  await giveFailureSlotsBack(right);
  const next = await Promise.all(Array.from({ length: 5 }, () => take("mixed")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("of failures that end together one locks, and says so", async () => {
  const slots = await takeSlots("together", 5);
  const locked = await Promise.all(slots.map((slot) => failSlot(slot, 900)));
  expect(locked.filter(Boolean)).toHaveLength(1);
});

test("giving back never reopens a locked bucket", async () => {
  const slots = await takeSlots("locked", 5);
  for (const slot of slots) await failSlot(slot, 900);
  await giveFailureSlotsBack(slots);
  expect((await take("locked")).allowed).toBe(false);
});

test("slots that nobody gave back are free again when their lease ends, one by one", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  await takeSlots("dead", 4);
  standAt(secondsAfter(at, 10));
  await takeSlots("dead", 1);
  // Slots of one moment end a millisecond after one another.
  standAt(secondsAfter(at, LEASE_SECONDS - 0.001));
  expect(await take("dead")).toEqual({ allowed: false, lockedForSeconds: null });
  standAt(secondsAfter(at, LEASE_SECONDS + 0.003));
  const next = await Promise.all(Array.from({ length: 5 }, () => take("dead")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("whoever comes back after their lease gives nobody else's slot back", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  const late = await takeSlots("late", 5);
  standAt(secondsAfter(at, LEASE_SECONDS + 1));
  await takeSlots("late", 5);
  await giveFailureSlotsBack(late);
  expect((await take("late")).allowed).toBe(false);
});

test("a failure that is judged after its lease counts all the same", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  const late = await takeSlots("failed late", 5);
  standAt(secondsAfter(at, LEASE_SECONDS + 1));
  for (const slot of late) await failSlot(slot, 900);
  expect(await take("failed late")).toEqual({ allowed: false, lockedForSeconds: 900 });
});

test("a window and a lock end exactly when they say", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const wrong = async (key: string, lockSeconds: number | null) => {
    for (const slot of await takeSlots(key, 1)) await failSlot(slot, lockSeconds);
  };
  standAt(at);
  for (let i = 0; i < 5; i++) await wrong("window", null);
  standAt(secondsAfter(at, 899.999));
  expect(await take("window")).toEqual({ allowed: false, lockedForSeconds: 1 });
  standAt(secondsAfter(at, 900));
  for (let i = 0; i < 4; i++) await wrong("window", null);
  standAt(secondsAfter(at, 1700));
  await wrong("window", 60);
  expect(await take("window")).toEqual({ allowed: false, lockedForSeconds: 60 });
  standAt(secondsAfter(at, 1759.999));
  expect((await take("window")).allowed).toBe(false);
  standAt(secondsAfter(at, 1760));
  expect((await take("window")).allowed).toBe(true);
});

test("a failure that is judged after its window begins the next one", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  const [slot] = await takeSlots("next", 1);
  standAt(secondsAfter(at, 900));
  if (slot) await failSlot(slot, 900);
  const next = await Promise.all(Array.from({ length: 5 }, () => take("next")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("a server whose clock is wrong neither opens a lock early nor makes one longer", async () => {
  const RealDate = globalThis.Date;
  const wrongBy = (ms: number) => {
    globalThis.Date = class extends RealDate {
      constructor(...given: number[]) {
        super(...((given.length === 0 ? [RealDate.now() + ms] : given) as [number]));
      }
      static override now = () => RealDate.now() + ms;
    } as DateConstructor;
    restore = () => {
      globalThis.Date = RealDate;
    };
  };
  const isLocked = async () => {
    const refused = await take("skewed");
    const seconds = refused.allowed ? null : refused.lockedForSeconds;
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
  };
  wrongBy(3_600_000);
  for (const slot of await takeSlots("skewed", 5)) await failSlot(slot, 900);
  expect(now().getTime()).toBeGreaterThan(RealDate.now() + 3_000_000);
  await isLocked();
  wrongBy(-3_600_000);
  await isLocked();
  restore();
  const { rows } = await pool.query(
    `SELECT abs(expire / 1000 - extract(epoch FROM now()) - 900)::int AS off
     FROM rate_limit_buckets WHERE key = 'failures:skewed'`,
  );
  expect(rows[0]?.off).toBeLessThan(60);
});
