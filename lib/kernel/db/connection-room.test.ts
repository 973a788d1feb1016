import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { connectionCounts } from "@/lib/kernel/db/connection-counts";
import { connectionRoom } from "@/lib/kernel/db/connection-limits";
import { refuseTooFewConnections } from "@/lib/kernel/db/connection-room";
import { unscoped } from "@/lib/kernel/db/unscoped";

const { pathname } = new URL(process.env.DATABASE_URL ?? "");
const database = pathname.slice(1);
let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
});
afterAll(() => admin.end());

test("a server's connections are those of all its processes", () => {
  const counts = (processes: number, worker: "own" | "inside" | "none") =>
    connectionCounts({ databasePool: 10, pooled: false, processes, worker });
  expect(counts(1, "none")).toEqual({ web: 19, worker: 0, server: 19 });
  expect(counts(4, "own")).toEqual({ web: 19, worker: 22, server: 98 });
  expect(counts(2, "inside")).toEqual({ web: 26, worker: 0, server: 52 });
});

test("behind a pooler only the listening connection and the queues are direct", () => {
  const settings = { databasePool: 10, pooled: true, processes: 4 };
  expect(connectionCounts({ ...settings, worker: "own" })).toEqual({
    web: 1,
    worker: 8,
    server: 12,
  });
});

test("PostgreSQL allows max_connections minus those reserved for superusers", async () => {
  const { rows } = await admin.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name LIKE '%_connections'",
  );
  const of = (setting: string) => Number(rows.find(({ name }) => name === setting)?.setting);
  const most =
    of("max_connections") - of("superuser_reserved_connections") - of("reserved_connections");
  expect(await unscoped.first(connectionRoom())).toEqual({ most, by: "max_connections" });
  await refuseTooFewConnections();
});

test("a start is refused where PostgreSQL allows fewer, and names the setting to raise", async () => {
  const { server } = connectionCounts(config());
  const of = admin.escapeIdentifier(database);
  await admin.query(`ALTER DATABASE ${of} CONNECTION LIMIT ${server - 1}`);
  try {
    await expect(refuseTooFewConnections()).rejects.toThrow(
      `up to ${server} connections to PostgreSQL, which allows ${server - 1} (the CONNECTION LIMIT of the database)`,
    );
    await admin.query(`ALTER DATABASE ${of} CONNECTION LIMIT ${server}`);
    await refuseTooFewConnections();
  } finally {
    await admin.query(`ALTER DATABASE ${of} CONNECTION LIMIT -1`);
  }
});
