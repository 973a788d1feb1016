import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import { countEvents } from "@/lib/features/statistics/count-events";
import { readActiveUsers, readEventCounts } from "@/lib/features/statistics/event-count-store";
import { noRequest } from "@/lib/kernel/caller";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  acme = await aTenant();
});

const event = (kind: AuditKind, { at = new Date(), userId = newId() } = {}) => ({
  kind,
  actor: { type: "tenant" as const, id: acme.tenantId },
  context: noRequest,
  targets: [{ type: "user", id: userId }],
  at,
});

/** Count of a kind that pages show, stored or not. */
async function shown(kind: AuditKind = "login.succeeded"): Promise<number> {
  const range = { from: new Date(0), to: new Date(Date.now() + 3_600_000), unit: "hour" } as const;
  const counts = await inBatch(acme, (db) => readEventCounts(db, { ...range, kinds: [kind] }));
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Count of a kind that the worker has stored. */
async function counted(kind: AuditKind = "login.succeeded"): Promise<number> {
  const { rows } = await owner.query<{ sum: number }>(
    `SELECT coalesce(sum(count), 0)::int AS sum FROM event_counts WHERE tenant_id = $1 AND kind = $2`,
    [acme.tenantId, kind],
  );
  return rows[0]?.sum ?? 0;
}

/** Opens a connection on which a test writes an event by itself. */
async function aWriter(): Promise<pg.Client & { insert(): Promise<void> }> {
  const client = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await client.connect();
  const insert = async () => {
    await client.query(
      `INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at)
       VALUES ($1, $2, 'login.succeeded', '{}', now())`,
      [acme.tenantId, acme.environmentId],
    );
  };
  return Object.assign(client, { insert });
}

test("an event is shown from the moment that it commits, and neither lost nor doubled when it is counted", async () => {
  await appendEvents(acme, [event("login.succeeded"), event("login.failed")]);
  expect([await counted(), await shown()]).toEqual([0, 1]);
  await countEvents();
  expect([await counted(), await shown()]).toEqual([1, 1]);
  await appendEvents(acme, [event("login.succeeded")]);
  expect([await counted(), await shown()]).toEqual([1, 2]);
  await countEvents();
  await countEvents();
  expect([await counted(), await shown(), await shown("login.failed")]).toEqual([2, 2, 1]);
});

test("parallel writers and several workers count each event once", async () => {
  const write = async () => {
    for (let round = 0; round < 25; round += 1)
      await appendEvents(acme, [event("login.succeeded"), event("login.succeeded")]);
  };
  let writing = true;
  const work = async () => {
    // Small batches: a worker is often in the middle of a snapshot.
    while (writing) await countEvents(3);
  };
  const workers = [work(), work(), work()];
  const reads: number[] = [];
  const watch = (async () => {
    while (writing) reads.push(await shown());
  })();
  await Promise.all([write(), write(), write(), write()]);
  writing = false;
  await Promise.all([...workers, watch]);
  expect(await shown()).toBe(200);
  await countEvents();
  expect([await counted(), await shown()]).toEqual([200, 200]);
  // Reads never decrease: no event was shown twice and then removed.
  expect(reads).toEqual(reads.toSorted((one, other) => one - other));
  expect(Math.max(...reads)).toBeLessThanOrEqual(200);
});

test("a worker that crashes has counted nothing, and the next one counts everything once", async () => {
  await appendEvents(acme, [event("login.succeeded"), event("login.succeeded")]);
  const worker = await aWriter();
  worker.on("error", () => {});
  await worker.query("BEGIN");
  await worker.query("SELECT atrium_count_events(1)");
  const { rows } = await worker.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  // Another worker finds the first one at work, and does not wait.
  expect(await countEvents()).toBe(0);
  await owner.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await expect.poll(() => countEvents()).toBeGreaterThan(0);
  expect([await counted(), await shown()]).toEqual([2, 2]);
});

test("an event whose transaction commits late is counted then, however long it was open", async () => {
  const late = await aWriter();
  await late.query("BEGIN");
  await late.insert();
  await appendEvents(acme, [event("login.succeeded")]);
  await countEvents();
  await countEvents();
  expect([await counted(), await shown()]).toEqual([1, 1]);
  await late.query("COMMIT");
  expect(await shown()).toBe(2);
  await countEvents();
  expect([await counted(), await shown()]).toEqual([2, 2]);
  await late.end();
});

test.each(["4 s", "1 h", "1 day", "-1 h", "-1 day"])(
  "an event whose id and times were made by a clock that was %s behind is counted once",
  async (back) => {
    await countEvents();
    await owner.query(
      `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, occurred_at)
       VALUES (encode(overlay(uuid_send(gen_random_uuid()) PLACING
           substring(int8send((extract(epoch FROM clock_timestamp() - $3::interval) * 1000)::bigint) FROM 3) FROM 1), 'hex')::uuid,
         $1, $2, 'login.succeeded', '{}', now() - $3::interval)`,
      [acme.tenantId, acme.environmentId, back],
    );
    await countEvents();
    await countEvents();
    expect(await counted()).toBe(1);
  },
);

test("counting continues while the clock is behind its last run, and while a transaction is open", async () => {
  const open = await aWriter();
  await open.query("BEGIN");
  await open.insert();
  await countEvents();
  await owner.query("UPDATE event_cursor SET counted_at = now() + interval '1 hour'");
  await appendEvents(acme, [event("login.succeeded")]);
  await countEvents();
  expect(await counted()).toBe(1);
  await open.query("ROLLBACK");
  await open.end();
});

test("a transaction with more events than a batch is counted completely, and once", async () => {
  await countEvents();
  await appendEvents(
    acme,
    Array.from({ length: 7 }, () => event("login.succeeded")),
  );
  await appendEvents(acme, [event("login.succeeded")]);
  await countEvents(3);
  await countEvents(3);
  expect([await counted(), await shown()]).toEqual([8, 8]);
});

test("an event that was rolled back is never counted", async () => {
  const writer = await aWriter();
  await writer.query("BEGIN");
  await writer.insert();
  await countEvents();
  await writer.query("ROLLBACK");
  await countEvents();
  expect([await counted(), await shown()]).toEqual([0, 0]);
  await writer.end();
});

test("counting continues in a restored database, on a server with smaller transaction ids", async () => {
  await appendEvents(acme, [event("login.succeeded")]);
  await countEvents();
  await owner.query("UPDATE event_cursor SET counted = '9000000000:9000000000:'");
  const { rows } = await owner.query<{ at: string }>(
    "UPDATE event_cursor SET counted_at = clock_timestamp() RETURNING counted_at::text AS at",
  );
  // Counting continues from that moment, to the millisecond: later events have later times.
  await owner.query("SELECT pg_sleep_until($1::timestamptz + interval '2 milliseconds')", [
    rows[0]?.at,
  ]);
  await appendEvents(acme, [event("login.succeeded")]);
  await countEvents();
  await countEvents();
  expect(await counted()).toBe(2);
});

test("a restored database's events are not counted again when the server reuses transaction ids", async () => {
  await owner.query("UPDATE event_cursor SET counted = '9000000000:9000000000:'");
  await owner.query(
    `INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at, written_in)
     VALUES ($1, $2, 'login.succeeded', '{}', now(), (pg_current_xact_id()::text::bigint + 5)::text::xid8)`,
    [acme.tenantId, acme.environmentId],
  );
  await owner.query("UPDATE event_cursor SET counted_at = clock_timestamp() - interval '1 minute'");
  await countEvents();
  for (let later = 0; later < 8; later += 1)
    await owner.query("UPDATE event_cursor SET counted_at = counted_at");
  await countEvents();
  await appendEvents(acme, [event("login.succeeded")]);
  await countEvents();
  expect(await counted()).toBe(2);
  await owner.query("UPDATE event_cursor SET ids_from = '00000000-0000-0000-0000-000000000000'");
});

test("active users are counted once each, by the last day on which they were active", async () => {
  const ago = (days: number) => secondsAfter(new Date(), -days * 86_400);
  const [ada, bob, eve, old] = [newId(), newId(), newId(), newId()];
  await appendEvents(acme, [
    event("login.succeeded", { userId: ada, at: ago(20) }),
    event("session.created", { userId: bob, at: ago(3) }),
    event("login.failed", { userId: eve }),
    event("login.succeeded", { userId: old, at: ago(31) }),
  ]);
  await countEvents();
  const active = () => inBatch(acme, (db) => readActiveUsers(db, new Date()));
  expect(await active()).toEqual({ day: 0, week: 1, month: 2 });
  await appendEvents(acme, [
    event("login.succeeded", { userId: ada }),
    event("session.token_issued", { userId: ada }),
    event("login.succeeded", { userId: bob, at: ago(10) }),
  ]);
  await countEvents(1);
  await countEvents();
  expect(await active()).toEqual({ day: 1, week: 2, month: 2 });
});

test("an event of a whole tenant, and one from before there were counts, are harmless", async () => {
  await owner.query(
    `INSERT INTO audit_events (tenant_id, kind, actor, occurred_at) VALUES ($1, 'tenant.created', '{}', now())`,
    [acme.tenantId],
  );
  await owner.query(
    `INSERT INTO audit_events (tenant_id, environment_id, kind, actor, occurred_at, written_in)
     VALUES ($1, $2, 'login.succeeded', '{}', now(), NULL)`,
    [acme.tenantId, acme.environmentId],
  );
  await countEvents();
  expect([await counted(), await shown()]).toEqual([0, 0]);
});
