import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAuditEvent } from "@/lib/core/audit/audit-event-store";
import { upsertUnlessRevoked } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { readDirectSessions } from "@/lib/core/sessions/session-store";
import { holdHostedSession, noteActivity } from "@/lib/core/sessions/session-use-store";
import { noRequest } from "@/lib/kernel/caller";
import { connections } from "@/lib/kernel/db/connections";
import { makePartitions, readStrayRows } from "@/lib/kernel/db/partitions";
import { type Answer, Queryable, type Statement } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

let owner: pg.Client;
let acme: TestEnvironment;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  acme = await aTenant();
});
afterAll(() => owner.end());

interface Partition {
  name: string;
  from_at: Date | null;
  until_at: Date | null;
  is_default: boolean;
}

async function partitionsOf(parent: string): Promise<Partition[]> {
  const { rows } = await owner.query<Partition>("SELECT * FROM atrium_partitions($1)", [parent]);
  return rows;
}

/** The state after no worker ran for long: only past partitions, and the default one. */
async function losePartitions(parent: string): Promise<void> {
  for (const { name, is_default } of await partitionsOf(parent))
    if (!is_default) await owner.query(`DROP TABLE partitions.${name}`);
  await owner.query(`CREATE TABLE partitions.${parent}_past (LIKE public.${parent} INCLUDING ALL)`);
  const { rows } = await owner.query<{ id: string }>(
    "SELECT atrium_first_id(now() - interval '1 year') AS id",
  );
  await owner.query(
    `ALTER TABLE public.${parent} ATTACH PARTITION partitions.${parent}_past FOR VALUES FROM (MINVALUE) TO ('${rows[0]?.id}')`,
  );
}

test("the first id of a moment is no later than an id that was made at that moment", async () => {
  const { rows } = await owner.query<{ same: boolean }>(
    `SELECT atrium_first_id('2026-01-01T00:00:00.0009Z') = atrium_first_id('2026-01-01T00:00:00.000Z') AS same`,
  );
  expect(rows).toEqual([{ same: true }]);
});

const countIn = async (table: string) =>
  (await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;

const strays = async () =>
  Object.fromEntries((await readStrayRows()).map(({ parent, rows }) => [parent, rows]));

test.each(["audit_events", "audit_log_entries", "sessions"])(
  "%s has partitions without a gap, for months and weeks to come, and a net below",
  async (parent) => {
    const partitions = await partitionsOf(parent);
    const dated = partitions.filter(({ is_default }) => !is_default);
    expect(partitions.at(-1)).toMatchObject({ is_default: true });
    expect(dated[0]?.from_at).toBeNull();
    for (const [number, { from_at }] of dated.entries())
      if (number > 0) expect(from_at).toEqual(dated[number - 1]?.until_at);
    const days = ((dated.at(-1)?.until_at?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(parent === "sessions" ? 14 : 60);
  },
);

test("no role but the owner reaches a partition past row-level security", async () => {
  for (const statement of ["SELECT 1 FROM", "DELETE FROM", "TRUNCATE"])
    await expect(connections.query(`${statement} partitions.audit_events_first`)).rejects.toThrow(
      "permission denied",
    );
  await expect(owner.query("TRUNCATE partitions.audit_events_first")).rejects.toThrow(
    "cannot be changed",
  );
});

test("a missing partition refuses no login and no event, and is made around what came meanwhile", async () => {
  await losePartitions("sessions");
  await losePartitions("audit_events");
  const session = await aSession(acme);
  await inTransaction(acme, (db) =>
    insertAuditEvent(db, {
      kind: "login.failed",
      actor: { type: "user", id: session.userId },
      context: noRequest,
      at: new Date(),
    }),
  );
  expect(await countIn("partitions.sessions_default")).toBe(1);
  const events = await countIn("partitions.audit_events_default");
  expect(events).toBeGreaterThan(0);
  // The metrics show it, until a worker makes partitions.
  expect(await strays()).toEqual({ audit_events: events, audit_log_entries: 0, sessions: 1 });
  expect(await makePartitions()).toBeGreaterThan(2);
  expect(await countIn("partitions.sessions_default")).toBe(0);
  expect(await countIn("partitions.audit_events_default")).toBe(0);
  expect(await strays()).toEqual({ audit_events: 0, audit_log_entries: 0, sessions: 0 });
  expect(await countIn("sessions")).toBe(1);
  expect(await countIn("audit_events")).toBe(events);
  expect(await makePartitions()).toBe(0);
  // Later partitions have the indexes and constraints of the first ones.
  await expect(owner.query("DELETE FROM audit_events")).rejects.toThrow("cannot be changed");
  await owner.query("UPDATE sessions SET revoked_at = now()");
  await expect(owner.query("UPDATE sessions SET revoked_at = NULL")).rejects.toThrow(
    "written once",
  );
  await aSession(acme);
  expect(await countIn("partitions.sessions_default")).toBe(0);
});

test("several workers make each partition once", async () => {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT name FROM atrium_partitions('sessions') WHERE from_at > now()",
  );
  for (const { name } of rows) await owner.query(`DROP TABLE partitions.${name}`);
  const made = await Promise.all(Array.from({ length: 4 }, () => makePartitions()));
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
});

test("a relying party takes part in sessions of its own environment only", async () => {
  const session = await aSession(acme);
  const globex = await aTenant();
  const client = await anOidcClient(globex);
  const into = (place: TestEnvironment) =>
    owner.query(
      `INSERT INTO session_clients (tenant_id, environment_id, session_id, oidc_client_id, sid) VALUES ($1, $2, $3, $4, 'x')`,
      [place.tenantId, place.environmentId, session.id, client.id],
    );
  await expect(into(globex)).rejects.toMatchObject({ code: "23503" });
});

/** Records the statement of a store function, and returns nothing. */
class Noting extends Queryable {
  statements: Statement[] = [];
  async answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    this.statements.push(statement);
    return { rows: [], count: 0 };
  }
}

const textOf = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : String(value);

/** Returns the partitions that a statement reads by its generic plan, which PostgreSQL uses for a prepared
 *  one. For writes, PostgreSQL 16 and 17 list all of them. */
async function opened(statement: Statement | undefined): Promise<Set<string>> {
  const literal = (value: unknown) =>
    value === null
      ? "NULL"
      : owner.escapeLiteral(value instanceof Date ? value.toISOString() : textOf(value));
  const values = (statement?.values ?? []).map(literal);
  await owner.query("SET plan_cache_mode = force_generic_plan");
  await owner.query(`PREPARE probe AS ${statement?.text}`);
  const { rows } = await owner.query<{ "QUERY PLAN": string }>(
    `EXPLAIN (COSTS OFF) EXECUTE probe(${values.join(", ")})`,
  );
  await owner.query("DEALLOCATE probe");
  const lines = rows
    .map((row) => row["QUERY PLAN"])
    .filter((line) => !line.includes("Bitmap Index"));
  const tables = lines.join("\n").matchAll(/ Scan(?: using \w+)? on (sessions_\w+)/g);
  return new Set([...tables].map(([, name = ""]) => name));
}

test("what asks for sessions by their ids opens the partitions that they are of, and no other", async () => {
  const all = await partitionsOf("sessions");
  expect(all.length).toBeGreaterThan(4);
  for (const count of [1, 2, 3, 5]) {
    const noting = new Noting(acme);
    await readDirectSessions(
      noting,
      Array.from({ length: count }, () => newId()),
    );
    expect((await opened(noting.statements[0])).size, `${count} ids`).toBe(1);
  }
  const moved = new Noting(acme);
  await noteActivity(moved, newId(), new Date());
  expect((await opened(moved.statements[0])).size).toBe(1);
});

test("what is written for a relying party opens the partition of its session, where the session's id is known", async () => {
  const code = {
    ...{ model: "AuthorizationCode", id: newId(), content: {}, grantId: "grant", uid: "uid" },
    ...{ userId: newId(), expiresAt: new Date() },
  };
  const openedBy = async (session: { uid: string; id?: string }) => {
    const noting = new Noting(acme);
    await holdHostedSession(noting, session);
    await upsertUnlessRevoked(noting, code, session);
    const sizes: number[] = [];
    for (const recorded of noting.statements) sizes.push((await opened(recorded)).size);
    return sizes;
  };
  expect(await openedBy({ uid: "uid" })).not.toEqual([1, 1]);
  expect(await openedBy({ uid: "uid", id: newId() })).toEqual([1, 1]);
});
