import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { retainSessions } from "@/lib/core/sessions/sweep-ended-sessions";
import {
  readEntries,
  readLogHead,
  readTiles,
} from "@/lib/features/audit-log/log/log-reading-store";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import { retainAuditEvents } from "@/lib/features/retention/retain-events";
import { countEvents } from "@/lib/features/statistics/count-events";
import { inBatch } from "@/lib/kernel/db/batch";
import { connections } from "@/lib/kernel/db/connections";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { sweepStorage } from "@/lib/worker/sweep-storage";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { idOfDaysAgo, oldPartitions } from "@/tests/support/old-partitions";

let owner: pg.Client;
let usual: TestEnvironment;
let short: TestEnvironment;
let held: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  [usual, short, held] = [await aTenant(), await aTenant(), await aTenant()];
  await oldPartitions(owner, "audit_events", [450, 60]);
  await oldPartitions(owner, "sessions", [90, 50]);
  for (const tenant of [usual, short, held])
    for (const days of [500, 100, 1]) await anEvent(tenant, days);
  await retains(short, { days: 30 });
  await retains(held, { hold: "a court asked for it" });
  await countEvents();
  while ((await sequenceEvents()).taken > 0);
});
afterAll(() => owner.end());

const anEvent = ({ tenantId, environmentId }: TestEnvironment, days: number) =>
  owner.query(
    `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, occurred_at)
     VALUES ($1, $2, $3, 'login.failed', jsonb_build_object('days', $4::int), now())`,
    [idOfDaysAgo(days), tenantId, environmentId, days],
  );

const retains = (
  { tenantId }: TestEnvironment,
  { days = null, hold = null }: { days?: number | null; hold?: string | null },
) =>
  owner.query(
    `INSERT INTO tenant_retention (tenant_id, audit_event_days, held_at, hold_reason)
     VALUES ($1, $2, CASE WHEN $3::text IS NOT NULL THEN now() END, $3)
     ON CONFLICT (tenant_id) DO UPDATE SET audit_event_days = excluded.audit_event_days,
       held_at = excluded.held_at, hold_reason = excluded.hold_reason`,
    [tenantId, days, hold],
  );

/** Returns the ages of the tenant's events in days, the oldest first. */
async function agesOf({ tenantId }: TestEnvironment): Promise<number[]> {
  const { rows } = await owner.query<{ days: number }>(
    `SELECT (actor->>'days')::int AS days FROM audit_events
     WHERE tenant_id = $1 AND kind = 'login.failed' ORDER BY id`,
    [tenantId],
  );
  return rows.map(({ days }) => days);
}

const partitionNames = async (parent: string) =>
  (
    await owner.query<{ name: string }>("SELECT name FROM atrium_partitions($1)", [parent])
  ).rows.map(({ name }) => name);

test("an event within its tenant's retention can't be deleted, even by the owner of the database", async () => {
  for (const { tenantId } of [usual, held])
    await expect(
      owner.query("DELETE FROM audit_events WHERE tenant_id = $1 AND actor->>'days' = '1'", [
        tenantId,
      ]),
    ).rejects.toThrow("cannot be changed");
  await expect(
    owner.query("DELETE FROM audit_events WHERE tenant_id = $1", [held.tenantId]),
  ).rejects.toThrow("cannot be changed");
});

test("the application deletes none that may go, and changes neither hold nor bounds of another tenant", async () => {
  const asApplication = (query: string) =>
    inTransaction(usual, (db) => db.query({ kind: "write", text: query, values: [] }));
  await expect(asApplication("DELETE FROM audit_events")).rejects.toThrow("permission denied");
  await expect(asApplication("DELETE FROM tenant_retention")).rejects.toThrow("permission denied");
  await expect(asApplication("UPDATE retention_defaults SET audit_event_days = 8")).rejects.toThrow(
    "platform tenant only",
  );
  expect(
    await asApplication(
      "UPDATE tenant_retention SET held_at = NULL, hold_reason = NULL RETURNING 1",
    ),
  ).toEqual([]);
  await expect(connections.query("SELECT 1 FROM partitions.session_checks")).rejects.toThrow(
    "permission denied",
  );
});

test.each([
  ["counted", "event_cursor", "counted"],
  ["in a log", "audit_log_cursor", "seen"],
])("what is not %s yet stays", async (_, table, column) => {
  const { rows } = await owner.query<{ seen: string }>(
    `SELECT ${column}::text AS seen FROM ${table}`,
  );
  for (const none of ["1:1:", "9000000000:9000000000:"]) {
    await owner.query(`UPDATE ${table} SET ${column} = $1`, [none]);
    expect(await retainAuditEvents()).toBe(0);
  }
  await owner.query(`UPDATE ${table} SET ${column} = $1`, [rows[0]?.seen]);
  expect(await agesOf(usual)).toEqual([500, 100, 1]);
});

/** Counts the remaining entries of the log, and the hashes of all entries ever. */
async function logOf(place: TestEnvironment): Promise<{ entries: number; hashes: number }> {
  const [head, tiles, entries] = await inBatch(place, (db) =>
    Promise.all([
      readLogHead(db),
      readTiles(db, [{ level: 0, number: 0 }]),
      readEntries(db, 0, 256),
    ]),
  );
  expect(tiles[0]?.hashes.length).toBe(32 * (head?.size ?? 0));
  return { entries: entries.length, hashes: head?.size ?? 0 };
}

test("each tenant's events leave when its own retention is over, and a held tenant's never", async () => {
  const before = await logOf(short);
  expect(before.entries).toBe(before.hashes);
  await retainAuditEvents();
  expect(await agesOf(usual)).toEqual([100, 1]);
  expect(await agesOf(short)).toEqual([1]);
  // The bytes are deleted with their events, and the hashes stay.
  expect(await logOf(short)).toEqual({ entries: before.entries - 2, hashes: before.hashes });
  expect(await agesOf(held)).toEqual([500, 100, 1]);
  expect(await partitionNames("audit_events")).toContain("audit_events_450_days_ago");
  expect(await retainAuditEvents()).toBe(0);
});

test("an event that is not in a log yet stays, even if its id's time is past retention", async () => {
  await anEvent(usual, 499);
  await retainAuditEvents();
  expect(await agesOf(usual)).toEqual([499, 100, 1]);
  await owner.query("SELECT atrium_log_again_from('00000000-0000-0000-0000-000000000000')");
  await countEvents();
  await retainAuditEvents();
  expect(await agesOf(usual)).toEqual([499, 100, 1]);
  while ((await sequenceEvents()).taken > 0);
  await retainAuditEvents();
  expect(await agesOf(usual)).toEqual([100, 1]);
});

test("an event that is missing from a refused log stays", async () => {
  const refuse = (at: string) =>
    owner.query(`UPDATE audit_logs SET refused_at = ${at} WHERE tenant_id = $1`, [short.tenantId]);
  await refuse("now()");
  await anEvent(short, 99);
  while ((await sequenceEvents()).taken > 0);
  await countEvents();
  await retainAuditEvents();
  expect(await agesOf(short)).toEqual([99, 1]);
  await refuse("NULL");
  await owner.query("SELECT atrium_log_again_from('00000000-0000-0000-0000-000000000000')");
  while ((await sequenceEvents()).taken > 0);
  await retainAuditEvents();
  expect(await agesOf(short)).toEqual([1]);
});

test("a partition past every retention is dropped as a whole, while a login goes on", async () => {
  await retains(held, {});
  const login = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await login.connect();
  // A long transaction reads the trail: the cleanup steps back, and a login beside it waits for a tenth of a
  // second at the most.
  await login.query("BEGIN; SELECT count(*) FROM audit_events");
  const dropping = retainAuditEvents().catch((error: { code?: string }) => error.code);
  const began = performance.now();
  await anEvent(usual, 0);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(await dropping).toBe("55P03");
  expect(await partitionNames("audit_events")).toContain("audit_events_450_days_ago");
  await login.query("COMMIT");
  await login.end();
  await retainAuditEvents();
  expect(await partitionNames("audit_events")).not.toContain("audit_events_450_days_ago");
  expect(await agesOf(held)).toEqual([100, 1]);
});

test("a tenant's own value counts within the operator's bounds of today", async () => {
  const daysOf = async ({ tenantId }: TestEnvironment) =>
    (await owner.query("SELECT atrium_audit_event_days($1) AS days", [tenantId])).rows[0].days;
  expect([await daysOf(usual), await daysOf(short)]).toEqual([400, 30]);
  await retains(short, { days: 1 });
  expect(await daysOf(short)).toBe(30);
  await retains(short, { days: 36_000 });
  expect(await daysOf(short)).toBe(3650);
});

test("sessions leave by partitions: not while one lives, a token of one lives, or a tenant is held", async () => {
  const client = await anOidcClient(usual);
  const { id: userId } = await aUser(usual);
  const { tenantId, environmentId } = usual;
  const aSession = async (days: number, ended: number | null, uid: string | null = null) => {
    const id = idOfDaysAgo(days);
    await owner.query(
      `INSERT INTO sessions (id, tenant_id, environment_id, user_id, kind, auth_time, last_active_at, revoked_at, oidc_session_uid)
       VALUES ($1, $2, $3, $4, 'hosted', now(), now(), now() - make_interval(days => $5), $6)`,
      [id, tenantId, environmentId, userId, ended, uid],
    );
    await owner.query(
      `INSERT INTO session_clients (tenant_id, environment_id, session_id, oidc_client_id, sid) VALUES ($1, $2, $3, $4, 'x')`,
      [tenantId, environmentId, id, client.id],
    );
    return id;
  };
  const old = await aSession(100, 95);
  const living = await aSession(70, null);
  const token = await aSession(70, 60, "uid-with-a-token");
  await owner.query(
    `INSERT INTO oidc_payloads (model, key, tenant_id, environment_id, sealed_payload, uid, expires_at)
     VALUES ('RefreshToken', $1, $2, $3, '', 'uid-with-a-token', now() + interval '1 day')`,
    [Buffer.from(newId()), tenantId, environmentId],
  );
  const left = async () =>
    (
      await owner.query<{ id: string }>("SELECT id FROM sessions WHERE user_id = $1 ORDER BY id", [
        userId,
      ])
    ).rows.map(({ id }) => id);
  const lookAgain = () => owner.query("UPDATE partitions.session_checks SET needed_until = NULL");
  await retains(usual, { hold: "a court asked for it" });
  await retainSessions();
  expect(await left()).toContain(old);
  await retains(usual, {});
  await lookAgain();
  await retainSessions();
  expect((await left()).toSorted()).toEqual([living, token].toSorted());
  expect(await partitionNames("sessions")).not.toContain("sessions_90_days_ago");
  await owner.query("UPDATE sessions SET revoked_at = now() - interval '45 days' WHERE id = $1", [
    living,
  ]);
  await lookAgain();
  await retainSessions();
  expect(await left()).toContain(token);
  await owner.query("DELETE FROM oidc_payloads WHERE uid = 'uid-with-a-token'");
  await lookAgain();
  await retainSessions();
  expect(await left()).toEqual([]);
  expect(await partitionNames("sessions")).not.toContain("sessions_50_days_ago");
  const { rowCount } = await owner.query("SELECT FROM session_clients WHERE oidc_client_id = $1", [
    client.id,
  ]);
  expect(rowCount).toBe(0);
});

test("what a held tenant has of mail, devices and sessions is not swept", async () => {
  const user = await aUser(usual);
  const { tenantId, environmentId } = usual;
  await owner.query(
    `INSERT INTO trusted_devices (tenant_id, environment_id, user_id, token_hash, expires_at)
     VALUES ($1, $2, $3, 'held', now() - interval '90 days')`,
    [tenantId, environmentId, user.id],
  );
  const devices = async () => (await owner.query("SELECT FROM trusted_devices")).rowCount;
  await retains(usual, { hold: "a court asked for it" });
  await sweepStorage();
  expect(await devices()).toBe(1);
  await retains(usual, {});
  await sweepStorage();
  expect(await devices()).toBe(0);
});
