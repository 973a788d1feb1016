import { afterEach, expect, test } from "vitest";
import { now, secondsAfter, setClock } from "@/lib/kernel/clock";
import { connections } from "@/lib/kernel/db/connections";
import { type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import {
  type FailureLease,
  LEASE_SECONDS,
  releaseLeases,
  secondsLocked,
  takeFailureLease,
  turnIntoFailure,
} from "@/lib/kernel/rate-limits/failure-leases";
import { aTenant } from "@/tests/builders/a-tenant";

const budget = { name: "failures", points: 5, seconds: 900 };

/** Result of an attempt: a lease, or the seconds for which failures have locked the bucket. */
async function take(
  key: string,
): Promise<
  { allowed: true; lease: FailureLease } | { allowed: false; lockedForSeconds: number | null }
> {
  const lease = await takeFailureLease(unscoped, { budget, key });
  if (lease) return { allowed: true, lease };
  return { allowed: false, lockedForSeconds: await secondsLocked(unscoped, [{ budget, key }]) };
}

const fail = (lease: FailureLease, lockSeconds: number | null) =>
  turnIntoFailure(unscoped, lease, lockSeconds);

let restore = () => {};
afterEach(() => restore());

function standAt(at: Date) {
  restore();
  restore = setClock({ now: () => at });
}

/** Takes so many leases, which have to be free. */
async function takeLeases(key: string, count: number): Promise<FailureLease[]> {
  const taken = await Promise.all(Array.from({ length: count }, () => take(key)));
  return taken.map((one) => {
    if (!one.allowed) throw new Error("There was no lease");
    return one.lease;
  });
}

test("of fifty parallel attempts exactly five get a lease, and the others change nothing", async () => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => take("parallel")));
  const leases = taken.flatMap((one) => (one.allowed ? [one.lease] : []));
  expect(leases).toHaveLength(5);
  await releaseLeases(leases);
  expect((await take("parallel")).allowed).toBe(true);
});

test("leases in use lock no bucket", async () => {
  const [lease] = await takeLeases("in use", 5);
  expect(await take("in use")).toEqual({ allowed: false, lockedForSeconds: null });
  if (lease) await releaseLeases([lease]);
  expect((await take("in use")).allowed).toBe(true);
});

test("only failures lock: one among four right proofs leaves four leases", async () => {
  const [wrong, ...right] = await takeLeases("mixed", 5);
  if (wrong) expect(await fail(wrong, 900)).toBe(false);
  await releaseLeases(right);
  const next = await Promise.all(Array.from({ length: 5 }, () => take("mixed")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("of failures that end together one locks the bucket, and reports it", async () => {
  const leases = await takeLeases("together", 5);
  const locked = await Promise.all(leases.map((lease) => fail(lease, 900)));
  expect(locked.filter(Boolean)).toHaveLength(1);
});

test("a released lease never reopens a locked bucket", async () => {
  const leases = await takeLeases("locked", 5);
  for (const lease of leases) await fail(lease, 900);
  await releaseLeases(leases);
  expect((await take("locked")).allowed).toBe(false);
});

test("leases that are not released are free again when they end, one by one", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  await takeLeases("dead", 4);
  standAt(secondsAfter(at, 10));
  await takeLeases("dead", 1);
  // Leases of the same time end a millisecond after one another.
  standAt(secondsAfter(at, LEASE_SECONDS - 0.001));
  expect(await take("dead")).toEqual({ allowed: false, lockedForSeconds: null });
  standAt(secondsAfter(at, LEASE_SECONDS + 0.003));
  const next = await Promise.all(Array.from({ length: 5 }, () => take("dead")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("releasing an ended lease does not release another attempt's", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  const late = await takeLeases("late", 5);
  standAt(secondsAfter(at, LEASE_SECONDS + 1));
  await takeLeases("late", 5);
  await releaseLeases(late);
  expect((await take("late")).allowed).toBe(false);
});

test("a failure after the end of its lease still counts", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  const late = await takeLeases("failed late", 5);
  standAt(secondsAfter(at, LEASE_SECONDS + 1));
  for (const lease of late) await fail(lease, 900);
  expect(await take("failed late")).toEqual({ allowed: false, lockedForSeconds: 900 });
});

test("a window and a lock end exactly at their time", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const wrong = async (key: string, lockSeconds: number | null) => {
    for (const lease of await takeLeases(key, 1)) await fail(lease, lockSeconds);
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

test("a failure after the end of its window starts the next one", async () => {
  const at = new Date("2026-11-21T12:00:00Z");
  standAt(at);
  const [lease] = await takeLeases("next", 1);
  standAt(secondsAfter(at, 900));
  if (lease) await fail(lease, 900);
  const next = await Promise.all(Array.from({ length: 5 }, () => take("next")));
  expect(next.filter((one) => one.allowed)).toHaveLength(4);
});

test("a server with a wrong clock neither ends a lock early nor extends it", async () => {
  const RealDate = globalThis.Date;
  const wrongBy = (ms: number) => {
    globalThis.Date = class extends RealDate {
      constructor(...args: number[]) {
        super(...((args.length === 0 ? [RealDate.now() + ms] : args) as [number]));
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
  for (const lease of await takeLeases("skewed", 5)) await fail(lease, 900);
  expect(now().getTime()).toBeGreaterThan(RealDate.now() + 3_000_000);
  await isLocked();
  wrongBy(-3_600_000);
  await isLocked();
  restore();
  const { rows } = await connections.query(
    `SELECT abs(expire / 1000 - extract(epoch FROM now()) - 900)::int AS off
     FROM rate_limit_buckets WHERE key = 'failures:skewed'`,
  );
  expect(rows[0]?.off).toBeLessThan(60);
});

test("a lease does not wait for the disk, and a failure does", async () => {
  const bucket = { budget, key: "waits" };
  const acme = await aTenant();
  const waitsAfter = (step: (db: Queryable) => Promise<unknown>) =>
    inTransaction(acme, async (db) => {
      await db.execute(write`SET LOCAL synchronous_commit = on`);
      await step(db);
      return db.first(
        read<{ waits: string }>`SELECT current_setting('synchronous_commit') AS waits`,
      );
    });
  const taken: FailureLease[] = [];
  const take = async (db: Queryable) => {
    const lease = await takeFailureLease(db, bucket);
    if (lease) taken.push(lease);
  };
  expect(await waitsAfter(take)).toEqual({ waits: "off" });
  const [lease] = taken;
  if (!lease) throw new Error("There was no lease");
  expect(await waitsAfter((db) => turnIntoFailure(db, lease, null))).toEqual({ waits: "on" });
});
