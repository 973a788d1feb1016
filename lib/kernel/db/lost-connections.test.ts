import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { inBatch } from "@/lib/kernel/db/batch";
import { connections } from "@/lib/kernel/db/connections";
import { openListing } from "@/lib/kernel/db/copy-stream";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { lock, read, sql } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

// A connection that is lost during use must not end the process: vitest fails for an unhandled error event.

let acme: TestEnvironment;
let admin: pg.Client;
beforeAll(async () => {
  acme = await aTenant();
  admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
});
afterAll(() => admin.end());

/** Ends every connection to this file's database, as an operator or a restart does. */
async function endConnections(): Promise<void> {
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
    new URL(process.env.DATABASE_URL ?? "").pathname.slice(1),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

async function works(): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await connections.query("SELECT 1");
      return;
    } catch (error) {
      if (tries > 20) throw error;
    }
}

test("the process survives the loss of connections in use", async () => {
  const queries = [
    inBatch(acme, (db) => db.query(read`SELECT pg_sleep(60)::text`)),
    inBatch(acme, (db) => db.query(lock`SELECT pg_sleep(60)::text`)),
    inTransaction(acme, (db) => db.query(read`SELECT pg_sleep(60)::text`)),
    inPrismaTransaction(acme, ({ prisma }) => prisma.$queryRaw`SELECT pg_sleep(60)::text`),
    connections.query("SELECT pg_sleep(60)"),
  ];
  const answers = Promise.allSettled(queries);
  // All five must be under way.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await endConnections();
  for (const { status } of await answers) expect(status).toBe("rejected");
  await works();
});

test("the process survives the loss of connections that are held but idle", async () => {
  const held = await connections.connect();
  const transaction = inTransaction(acme, async (db) => {
    await db.query(read`SELECT id FROM tenants`);
    await endConnections();
    await db.query(read`SELECT id FROM tenants`);
  });
  await expect(transaction).rejects.toThrow();
  held.release();
  await works();
  // Lost connections are not handed out again.
  for (let time = 0; time < 12; time++) await connections.query("SELECT 1");
});

test("the process survives the loss of a listing before, while and after it is read", async () => {
  const select = sql`
    SELECT row_to_json(r) FROM (SELECT n, repeat('x', 1000) AS x FROM generate_series(1, 50000) n) r`;
  const [unread, half, left] = [
    await openListing(acme, select),
    await openListing(acme, select),
    await openListing(acme, select),
  ];
  const pieces = half.rows[Symbol.asyncIterator]();
  await pieces.next();
  await left.rows[Symbol.asyncIterator]().next();
  const closing = left.close();
  await endConnections();
  const rest = async () => {
    while (!(await pieces.next()).done);
  };
  await expect(rest()).rejects.toThrow();
  await Promise.all([closing, unread.close(), half.close()]);
});

test("the process survives the loss of idle connections", async () => {
  await Promise.all([inBatch(acme, (db) => db.query(read`SELECT 1`)), works()]);
  await endConnections();
  await works();
});
