import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "@/lib/kernel/db/schema/migrate";
import { migrationNames } from "@/lib/kernel/db/schema/migration-files";
import { partitionTables } from "@/lib/kernel/db/schema/partition-tables";
import { dropDatabase } from "@/tests/support/database";
import { bootstrapDatabase } from "@/tools/postgres/bootstrap";

// An installation of the previous version, with rows, before its tables are partitioned.

const name = `atrium_partitions_${randomBytes(4).toString("hex")}`;
const root = mkdtempSync(join(tmpdir(), "atrium-before-"));
const patience = { lockTimeoutMs: 200, pauseMs: 20, giveUpAfterMs: 20_000 };
const { adminUrl } = inject("testServer");
let ownerUrl: string;
let owner: pg.Client;
const place = { tenant: "", environment: "", user: "" };

beforeAll(async () => {
  for (const migration of migrationNames())
    if (migration < "20261124000100")
      cpSync(`prisma/migrations/${migration}`, join(root, "prisma/migrations", migration), {
        recursive: true,
      });
  const accounts = { database: name, ownerPassword: "atrium-test", webPassword: "atrium-test" };
  ({ DATABASE_OWNER_URL: ownerUrl } = await bootstrapDatabase(adminUrl, accounts));
  await migrate(ownerUrl, { root });
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await fill();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await dropDatabase(adminUrl, name, true);
  rmSync(root, { recursive: true });
});

async function one(query: string, values: unknown[] = []): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(query, values);
  return rows[0]?.id ?? "";
}

async function fill(): Promise<void> {
  place.tenant = await one(
    "INSERT INTO tenants (public_id, name) VALUES ('atr_AAAAAAAAAAAAAAAAAAAAAA', 'Acme') RETURNING id",
  );
  place.environment = await one(
    "INSERT INTO environments (tenant_id, key, name, kind) VALUES ($1, 'live', 'Live', 'production') RETURNING id",
    [place.tenant],
  );
  const { tenant, environment } = place;
  place.user = await one(
    `INSERT INTO users (tenant_id, environment_id, email, email_key)
     VALUES ($1, $2, 'a@example.com', 'a@example.com') RETURNING id`,
    [tenant, environment],
  );
  for (let number = 0; number < 5; number += 1) {
    await push(`00000000-0000-4000-8000-00000000000${number}`);
    await signIn();
  }
}

/** Inserts an event of a product as the previous version does. */
const push = (eventId: string) =>
  owner.query(
    `INSERT INTO audit_events (tenant_id, environment_id, source, event_id, kind, actor, occurred_at)
     VALUES ($1, $2, 'product', $3, 'invoice.paid', '{}', now())
     ON CONFLICT (tenant_id, environment_id, event_id) DO NOTHING RETURNING id`,
    [place.tenant, place.environment, eventId],
  );

const signIn = () =>
  one(
    `INSERT INTO sessions (tenant_id, environment_id, user_id, kind, auth_time, last_active_at)
     VALUES ($1, $2, $3, 'direct', now(), now()) RETURNING id`,
    [place.tenant, place.environment, place.user],
  );

const kindOf = (table: string) =>
  one("SELECT relkind::text AS id FROM pg_class WHERE oid = to_regclass($1)", [`public.${table}`]);

const count = async (table: string) => Number(await one(`SELECT count(*) AS id FROM ${table}`));

test("tables with rows stay plain while servers of the previous version may run, whose events are logged", async () => {
  const progress: string[] = [];
  await migrate(ownerUrl, { log: (line) => progress.push(line) });
  expect(progress.join("\n")).toContain("audit_events will be partitioned a day after the upgrade");
  expect([await kindOf("audit_events"), await kindOf("sessions")]).toEqual(["r", "r"]);
  expect(await count("ingested_events")).toBe(5);
  expect((await push("00000000-0000-4000-8000-000000000009")).rowCount).toBe(1);
  expect((await push("00000000-0000-4000-8000-000000000009")).rowCount).toBe(0);
  expect(await count("ingested_events")).toBe(6);
});

test("the leftovers of a killed process neither refuse rows later nor block the next run", async () => {
  const { rows } = await owner.query<{ id: string }>(
    "SELECT atrium_first_id(now() + interval '2 days') AS id",
  );
  await owner.query(
    `ALTER TABLE sessions ADD CONSTRAINT sessions_before CHECK (id < '${rows[0]?.id}') NOT VALID`,
  );
  await owner.query("SELECT atrium_make_partitions()");
  expect(
    await one("SELECT count(*) AS id FROM pg_constraint WHERE conname = 'sessions_before'"),
  ).toBe("0");
});

test("later each becomes the first partition unchanged, while others read and write", async () => {
  const ids = await one("SELECT string_agg(id::text, ',' ORDER BY id) AS id FROM audit_events");
  const reader = new pg.Client({ connectionString: ownerUrl });
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM sessions");
  const progress: string[] = [];
  const turning = partitionTables(owner, {
    patience,
    log: (line) => progress.push(line),
    waits: false,
  });
  const busy = new pg.Client({ connectionString: ownerUrl });
  await busy.connect();
  while (!progress.some((line) => line.includes("waits for a table"))) await busy.query("SELECT 1");
  // A request meanwhile waits for moments only.
  await busy.query("UPDATE sessions SET last_active_at = now()");
  await reader.query("COMMIT");
  expect(await turning).toEqual(["audit_events", "sessions"]);
  await Promise.all([reader.end(), busy.end()]);
  expect([await kindOf("audit_events"), await kindOf("sessions")]).toEqual(["p", "p"]);
  expect(await one("SELECT string_agg(id::text, ',' ORDER BY id) AS id FROM audit_events")).toBe(
    ids,
  );
  expect(await count("partitions.sessions_first")).toBe(5);
  await signIn();
  await expect(owner.query("DELETE FROM audit_events")).rejects.toThrow("cannot be changed");
  expect(await partitionTables(owner, { patience, log: () => {}, waits: false })).toEqual([]);
  await migrate(ownerUrl);
});
