import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { sequenceEvents } from "@/lib/features/audit-log/log/sequence-events";
import type { Finding } from "@/lib/features/audit-log/verify/finding";
import { inWords } from "@/lib/features/audit-log/verify/finding-in-words";
import { verifyStoredLog } from "@/lib/features/audit-log/verify/verify-stored-log";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";

let owner: pg.Client;
let acme: TestEnvironment;
/** Id of a tenant that does not exist, for rows to be moved to. */
const unknownTenantId = newId();
const EVENTS = 600;

beforeAll(async () => {
  // The owner of the server can disable triggers and foreign keys.
  const address = new URL(inject("testServer").adminUrl);
  address.pathname = new URL(config().databaseOwnerUrl).pathname;
  owner = new pg.Client({ connectionString: address.href });
  await owner.connect();
  acme = await aTenant({ environments: ["production", "staging"] });
  await someEvents(acme, EVENTS);
  await sequenceAll();
});
afterAll(() => owner.end());

async function someEvents(of: TestEnvironment, count: number): Promise<void> {
  const one = {
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: of.tenantId },
    context: noRequest,
    targets: [{ type: "user", id: newId(), name: "Zoë O’Neill" }],
    metadata: { tries: 1.5, id: parseJson("9007199254740993") },
    at: new Date(),
  };
  await appendEvents(
    of,
    Array.from({ length: count }, () => one),
  );
}

async function sequenceAll(): Promise<void> {
  while ((await sequenceEvents()).taken > 0);
}

const verify = (kept: string[] = [], of = acme) =>
  verifyStoredLog(of, { keys: null, witnesses: [], kept });

/** Returns the findings after a change by the owner, and undoes the change. */
async function foundAfter(
  sql: string,
  values: unknown[] = [],
  kept: string[] = [],
): Promise<Finding[]> {
  // The verification reads on other connections: a rollback is not possible, so the rows are restored from
  // copies.
  const names = [
    "audit_events",
    "audit_logs",
    "audit_log_entries",
    "audit_log_tiles",
    "audit_log_hashes",
  ];
  for (const name of names) {
    await owner.query(
      `CREATE TEMP TABLE IF NOT EXISTS kept_${name} AS SELECT * FROM ${name} WHERE FALSE`,
    );
    await owner.query(`TRUNCATE kept_${name}`);
    await owner.query(`INSERT INTO kept_${name} SELECT * FROM ${name} WHERE tenant_id = ANY ($1)`, [
      [acme.tenantId, unknownTenantId],
    ]);
  }
  await owner.query("SET session_replication_role = replica");
  try {
    await owner.query(sql, values);
    return (await verify(kept)).findings;
  } finally {
    for (const name of names) {
      await owner.query(`DELETE FROM ${name} WHERE tenant_id = ANY ($1)`, [
        [acme.tenantId, unknownTenantId],
      ]);
      await owner.query(`INSERT INTO ${name} SELECT * FROM kept_${name}`);
    }
    await owner.query("SET session_replication_role = origin");
  }
}

const checkpointOf = async (of = acme) => (await inBatch(of, readLogHead))?.checkpoint ?? "";

test("an unchanged log is as it was signed", async () => {
  const verified = await verify([await checkpointOf()]);
  expect(verified.findings).toEqual([]);
  expect(verified.events).toBe(verified.size);
  expect(verified.size).toBeGreaterThan(EVENTS);
  expect(verified.waiting).toBe(0);
});

/** Columns that nothing proves, and why that is harmless. */
const unproved: Record<string, string> = {
  "audit_events.written_in":
    "It counts what statistics and the log have seen, and is shown to nobody.",
  "audit_logs.refused_from":
    "It says which events wait while a log is refused, which none is here.",
};

/** Expressions that change a value of each type. */
const others: Record<string, (column: string) => string> = {
  uuid: (column) =>
    `overlay(${column}::text placing CASE WHEN right(${column}::text, 1) = 'a' THEN 'b' ELSE 'a' END from 36)::uuid`,
  text: (column) => `${column} || 'x'`,
  jsonb: (column) =>
    `CASE jsonb_typeof(${column}) WHEN 'array' THEN ${column} || '["x"]' ELSE ${column} || '{"x":1}' END`,
  bytea: (column) =>
    `set_byte(${column}, length(${column}) / 2, get_byte(${column}, length(${column}) / 2) # 1)`,
  int8: (column) => `${column} + 1000`,
  int2: (column) => `${column} + 1`,
  timestamptz: (column) => `COALESCE(${column} - interval '1 year', now())`,
  audit_source: (column) =>
    `CASE ${column} WHEN 'service' THEN 'product' ELSE 'service' END::audit_source`,
};

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Lists every column of the trail and of its log, from the catalogue. */
async function columns(): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, t.typname AS type
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
       AND c.relname = ANY ($1) ORDER BY 1, a.attnum`,
    [["audit_events", "audit_logs", "audit_log_entries", "audit_log_tiles", "audit_log_hashes"]],
  );
  return rows;
}

/** Row of each table that is changed. */
const victims: Record<string, string> = {
  audit_events:
    "id = (SELECT event_id FROM audit_log_entries WHERE tenant_id = $1 AND position = 300)",
  audit_log_entries: "position = 300",
  audit_log_tiles: "level = 0 AND number = 1",
  audit_log_hashes: "level = 0 AND position = 520",
  audit_logs: "TRUE",
};

test("a change by the database's owner in any column is found and named", async () => {
  const all = await columns();
  expect(all.length).toBeGreaterThan(35);
  const names = all.map(({ table, column }) => `${table}.${column}`);
  expect(names).toEqual(expect.arrayContaining(Object.keys(unproved)));
  const { rows } = await owner.query<{ id: string }>(
    "SELECT event_id AS id FROM audit_log_entries WHERE tenant_id = $1 AND position = 300",
    [acme.tenantId],
  );
  const victim = rows[0]?.id ?? "";
  for (const { table, column, type } of all) {
    if (unproved[`${table}.${column}`]) continue;
    const other = column === "tenant_id" ? "$2::uuid" : others[type]?.(column);
    if (!other) throw new Error(`Say how a ${type} becomes another one`);
    const isEvent = table === "audit_events" || table === "audit_log_entries";
    // Ids of events and environments are foreign keys.
    const value =
      column === "environment_id"
        ? "NULL"
        : column === "event_id" && table === "audit_events"
          ? "gen_random_uuid()"
          : other;
    const found = await foundAfter(
      `UPDATE ${table} SET ${column} = ${value} WHERE tenant_id = $1 AND ${victims[table]} AND $2::uuid IS NOT NULL`,
      [acme.tenantId, unknownTenantId],
    );
    expect(found, `${table}.${column}`).not.toEqual([]);
    const words = found.map(inWords).join("; ");
    const named = isEvent
      ? new RegExp(`position 300\\b|${victim.slice(0, 35)}`)
      : table === "audit_logs"
        ? /log/
        : /level 0, position (256|384|520)\b/;
    expect(words, `${table}.${column}`).toMatch(named);
  }
  expect((await verify()).findings).toEqual([]);
}, 300_000);

const entry = (position: number) => `tenant_id = $1 AND position = ${position}`;
const event = (position: number) =>
  `id = (SELECT event_id FROM audit_log_entries WHERE ${entry(position)})`;
const kinds = (found: Finding[]) => found.map(({ kind }) => kind);

/** Swaps two rows of a table, except the columns that identify them. */
const swapped = (table: string, column: string, one: number, other: number) =>
  `UPDATE ${table} SET ${column} = CASE ${column} WHEN ${one} THEN ${other} ELSE ${one} END
   WHERE tenant_id = $1 AND ${column} IN (${one}, ${other})`;

test.each(["9007199254740992", '"9007199254740993"'])(
  "a number that became %s is named as a change",
  async (value) => {
    const found = await foundAfter(
      `UPDATE audit_events SET metadata = jsonb_set(metadata, '{id}', $2)
       WHERE id = (SELECT event_id FROM audit_log_entries WHERE tenant_id = $1 AND position = 300)`,
      [acme.tenantId, value],
    );
    expect(found).toMatchObject([{ kind: "changed", position: 300, parts: ["metadata"] }]);
  },
);

test("a dropped event is named by its position, and a series of them as a range", async () => {
  expect(
    await foundAfter(`DELETE FROM audit_events WHERE ${event(41)} AND $1::uuid IS NOT NULL`, [
      acme.tenantId,
    ]),
  ).toEqual([{ kind: "dropped", from: 41, to: 41, id: expect.any(String) }]);
  const both = `WITH gone AS (DELETE FROM audit_log_entries WHERE tenant_id = $1 AND position BETWEEN 41 AND 43 RETURNING event_id)
    DELETE FROM audit_events WHERE id IN (SELECT event_id FROM gone)`;
  expect(await foundAfter(both, [acme.tenantId])).toEqual([
    { kind: "dropped", from: 41, to: 43, id: null },
  ]);
  const whole = "DELETE FROM audit_log_tiles WHERE tenant_id = $1 AND level = 0 AND number = 1";
  expect(await foundAfter(whole, [acme.tenantId])).toEqual([
    { kind: "hash", level: 0, from: 256, to: 511, state: "missing" },
  ]);
  expect(
    await foundAfter(`DELETE FROM audit_log_hashes WHERE ${entry(520)}`, [acme.tenantId]),
  ).toEqual([{ kind: "hash", level: 0, from: 520, to: 520, state: "missing" }]);
  expect(
    kinds(await foundAfter("DELETE FROM audit_logs WHERE tenant_id = $1", [acme.tenantId])),
  ).toEqual(["head"]);
});

/** SQL that writes an event with an old id, and the id of its transaction. */
const oldEvent = (id: string, writtenIn: string) =>
  `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, occurred_at, written_in)
    VALUES ('${id}', $1, $2, 'login.failed', '{"type":"tenant","id":"x"}', now(), ${writtenIn})`;

test("an event that is not in the log yet is late, however old its id is", async () => {
  await owner.query(oldEvent("01a00000-0000-7000-8000-000000000002", "DEFAULT"), [
    acme.tenantId,
    acme.environmentId,
  ]);
  expect(await verify()).toMatchObject({ findings: [], waiting: 1, late: 1 });
  await untilLogged(acme);
  expect(await verify()).toMatchObject({ findings: [], waiting: 0, late: 0 });
});

test("an inserted event is named, in the trail and in the log", async () => {
  const old = "01a00000-0000-7000-8000-000000000001";
  const late = oldEvent(old, "'3'");
  expect(await foundAfter(late, [acme.tenantId, acme.environmentId])).toEqual([
    { kind: "inserted", position: null, id: old },
  ]);
  const again = `INSERT INTO audit_log_entries
    SELECT uuidv7(), tenant_id, environment_id, 42, entry || 'x'::bytea, record_salt, actor_salt, targets_salt, context_salt, metadata_salt
    FROM audit_log_entries WHERE ${entry(41)}`;
  expect(await foundAfter(again, [acme.tenantId])).toEqual([
    { kind: "inserted", position: 42, id: null },
  ]);
});

test("swapped entries are reported with the positions where they belong", async () => {
  expect(
    await foundAfter(swapped("audit_log_entries", "position", 10, 400), [acme.tenantId]),
  ).toEqual([
    { kind: "reordered", from: 10, to: 10, belongs: 400, id: expect.any(String) },
    { kind: "reordered", from: 400, to: 400, belongs: 10, id: expect.any(String) },
  ]);
  const rows = `UPDATE audit_events e SET kind = 'login.failed', actor = other.actor, targets = other.targets, context = other.context,
      metadata = other.metadata || '{"other":true}', occurred_at = other.occurred_at
    FROM audit_events other WHERE e.${event(10)} AND other.${event(400)}`;
  expect(await foundAfter(rows, [acme.tenantId])).toEqual([
    { kind: "changed", position: 10, id: expect.any(String), parts: ["record", "metadata"] },
  ]);
  const tiles =
    "UPDATE audit_log_tiles SET number = CASE number WHEN 0 THEN -1 ELSE number END WHERE tenant_id = $1 AND level = 0";
  expect(kinds(await foundAfter(tiles, [acme.tenantId]))).toEqual(["hash", "hash"]);
});

test("an event that was changed with its entry and its hash is narrowed down to its tile", async () => {
  const all = `WITH changed AS (UPDATE audit_log_entries SET entry = set_byte(entry, 20, get_byte(entry, 20) # 1) WHERE ${entry(300)} RETURNING entry)
    UPDATE audit_log_tiles SET hashes = overlay(hashes PLACING sha256('\\x00'::bytea || (SELECT entry FROM changed)) FROM ${44 * 32 + 1})
    WHERE tenant_id = $1 AND level = 0 AND number = 1`;
  expect(await foundAfter(all, [acme.tenantId])).toContainEqual({
    kind: "unresolved",
    from: 256,
    to: 511,
  });
});
