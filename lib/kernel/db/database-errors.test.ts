import net from "node:net";
import pg from "pg";
import { raw } from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { inBatch } from "@/lib/kernel/db/batch";
import { Connections, connections } from "@/lib/kernel/db/connections";
import { databaseFailureOf } from "@/lib/kernel/db/database-errors";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

/** Returns the errors for a state that PostgreSQL raises, on each way that a statement takes. */
async function refusedWith(state: string): Promise<unknown[]> {
  const text = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${state}'; END $$`;
  const caught = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  return Promise.all([
    caught(connections.query(text)),
    caught(inBatch(acme, (db) => db.query(write`${raw(text)}`))),
    caught(inBatch(acme, (db) => db.query(lock`${raw(text)}`))),
    caught(inTransaction(acme, (db) => db.query(write`${raw(text)}`))),
    caught(unscoped.query(write`${raw(text)}`)),
    caught(inPrismaTransaction(acme, (t) => t.prisma.$executeRaw(Prisma.raw(text)))),
  ]);
}

describe("an error of PostgreSQL is classified on each way that a statement takes", () => {
  test.each([
    ["08006", "unreachable"],
    ["25006", "unable"],
    ["26000", "unprepared"],
    ["40001", "conflict"],
    ["40P01", "conflict"],
    ["53100", "unable"],
    ["53200", "unable"],
    ["53300", "unable"],
    ["55P03", "busy"],
    ["57014", "busy"],
    ["57P01", "unable"],
    ["57P02", "unable"],
    ["57P03", "unable"],
    ["58030", "unable"],
    ["28P01", "unreachable"],
    ["3D000", "unreachable"],
    // A wrong or refused statement is no failure of the database.
    ["23505", null],
    ["23514", null],
    ["42P01", null],
    ["22P02", null],
    ["P0001", null],
  ])("%s is %s", async (state, failure) => {
    const errors = await refusedWith(state);
    expect(errors.map(sqlStateOf)).toEqual(errors.map(() => state));
    expect(errors.map(databaseFailureOf)).toEqual(errors.map(() => failure));
  });
});

test("a server that refuses, resets or does not answer is unreachable", async () => {
  const resetting = net.createServer((socket) => socket.resetAndDestroy()).listen(0, "127.0.0.1");
  const silent = net.createServer(() => {}).listen(0, "127.0.0.1");
  const portOf = (server: net.Server) => (server.address() as net.AddressInfo).port;
  const free = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [refusing] = [portOf(free), free.close()];
  for (const port of [portOf(resetting), portOf(silent), refusing]) {
    const nowhere = new Connections({
      connectionString: `postgres://a@127.0.0.1:${port}/a`,
      connectionTimeoutMillis: 200,
    });
    const error = await nowhere.query("SELECT 1").catch((caught: unknown) => caught);
    expect(databaseFailureOf(error)).toBe("unreachable");
    await nowhere.end();
  }
  resetting.close();
  silent.close();
});

test("a missing database and a wrong password are the server's fault, not the caller's", async () => {
  const [elsewhere, wrongLogin] = [0, 0].map(() => new URL(process.env.DATABASE_URL ?? ""));
  if (!elsewhere || !wrongLogin) throw new Error("unreachable");
  elsewhere.pathname = "/nowhere";
  wrongLogin.username = "nobody";
  for (const { href } of [elsewhere, wrongLogin]) {
    const client = new pg.Client({ connectionString: href });
    const error = await client.connect().catch((caught: unknown) => caught);
    expect(databaseFailureOf(error)).toBe("unreachable");
  }
});

test("a real cancellation and a real lost connection are recognized", async () => {
  const cancelled = inTransaction(acme, async (db) => {
    await db.execute(write`SET LOCAL statement_timeout = 50`);
    await db.query(read`SELECT pg_sleep(5)::text`);
  });
  expect(databaseFailureOf(await cancelled.catch((error: unknown) => error))).toBe("busy");
  const end = async (db: Queryable) => {
    await db.execute(write`SET LOCAL ROLE NONE`);
    await db.query(read`SELECT pg_terminate_backend(pg_backend_pid())`);
  };
  const lost = inTransaction(acme, end);
  expect(databaseFailureOf(await lost.catch((error: unknown) => error))).toBe("unable");
  const gone = inTransaction(acme, async (db) => {
    await end(db).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    await db.query(read`SELECT 1`);
  });
  expect(databaseFailureOf(await gone.catch((error: unknown) => error))).toBe("unreachable");
});

test("an error of ours, and nothing at all, are no failures of the database", () => {
  for (const error of [
    new Error("x"),
    new TypeError("P1001"),
    null,
    undefined,
    "57P01",
    { code: "P0001" },
  ])
    expect(databaseFailureOf(error)).toBeNull();
});
