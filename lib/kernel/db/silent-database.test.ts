import pg from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aSilentProxy, type SilentProxy } from "@/tests/support/silent-proxy";

// All tests here run behind a proxy, with deadlines that are short enough for a test: a statement may take a
// second.
const SECONDS = 1;
const BOUND_MS = SECONDS * 3_000;

const load = async () => ({
  ...(await import("@/lib/kernel/db/prisma-transaction")),
  ...(await import("@/lib/kernel/db/queryable")),
  ...(await import("@/lib/kernel/db/batch")),
  ...(await import("@/lib/kernel/db/transaction")),
  ...(await import("@/lib/kernel/db/unscoped")),
  ...(await import("@/lib/kernel/db/connections")),
  ...(await import("@/lib/kernel/db/change-feed")),
  ...(await import("@/lib/kernel/db/tenant-cache")),
  ...(await import("@/lib/kernel/db/json-list")),
  ...(await import("@/tests/builders/a-tenant")),
  ready: (await import("@/app/readyz/route")).GET,
  me: (await import("@/app/api/v1/auth/me/route")).GET,
  token: (await import("@/app/oauth/token/route")).POST,
});
const NONE = { params: Promise.resolve({}) };
type Modules = Awaited<ReturnType<typeof load>>;

let proxy: SilentProxy;
let modules: Modules;
let acme: Awaited<ReturnType<Modules["aTenant"]>>;

beforeAll(async () => {
  proxy = await aSilentProxy(process.env.DATABASE_URL ?? "");
  process.env.DATABASE_URL = proxy.url;
  process.env.ATRIUM_DATABASE_TIMEOUT_SECONDS = String(SECONDS);
  modules = await load();
  acme = await modules.aTenant();
  modules.listenForChanges();
});
afterAll(() => proxy.close());

/** Every kind of connection of a process is open when a test begins. */
beforeEach(async () => {
  proxy.failOver();
  await until(async () => {
    await Promise.all(ways().map((way) => way()));
    return receivesNotifications();
  });
});

/** Whether this process receives PostgreSQL's notifications now. */
async function receivesNotifications(): Promise<boolean> {
  const mark = crypto.randomUUID();
  const received = new Promise<boolean>((resolve) => {
    modules.changeFeed.subscribe((tenantId) => tenantId === mark && resolve(true));
    setTimeout(() => resolve(false), 100);
  });
  await modules.connections.query("SELECT pg_notify('atrium_changed', $1)", [mark]);
  return received;
}

async function until(holds: () => Promise<boolean> | boolean, ms = 20 * BOUND_MS): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    if (await Promise.resolve(holds()).catch(() => false)) return;
    if (performance.now() > end) throw new Error("It did not come to pass in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ways = () => {
  const { inBatch, inTransaction, inPrismaTransaction, unscoped, connections } = modules;
  const { read, write, lock } = modules;
  return [
    () => inBatch(acme, (db) => db.query(read`SELECT 1 AS one`)),
    () => inBatch(acme, (db) => db.query(write`UPDATE tenants SET name = name`)),
    () => inBatch(acme, (db) => db.query(lock`SELECT 1 AS one`)),
    () => inTransaction(acme, (db) => db.query(read`SELECT 1 AS one`)),
    () => inPrismaTransaction(acme, ({ prisma }) => prisma.tenant.findFirst()),
    () => unscoped.query(read`SELECT 1 AS one`),
    () => connections.query("SELECT 1"),
  ];
};

test("no statement to a silent database waits longer than its deadline", async () => {
  proxy.fallSilent();
  // Twice: the first time on connections that were open, the second time on new ones.
  for (let time = 0; time < 2; time++) {
    const startedAt = performance.now();
    const answers = await Promise.allSettled(ways().map((way) => way()));
    expect(answers.map(({ status }) => status)).toEqual(ways().map(() => "rejected"));
    expect(performance.now() - startedAt).toBeLessThan(20 * BOUND_MS);
  }
});

test("many requests to a silent database are refused, and none waits for ever", async () => {
  proxy.fallSilent();
  const crowd = Array.from({ length: 60 }, (_, at) => ways()[at % ways().length]?.());
  const answers = await Promise.allSettled(crowd);
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
});

test("locks of a transaction are released when its connection falls silent", async () => {
  const { inTransaction, read, connections } = modules;
  const started = Promise.withResolvers<void>();
  const silent = Promise.withResolvers<void>();
  const crowd = Array.from({ length: 10 }, () =>
    inTransaction(acme, async (db) => {
      await db.query(read`SELECT id FROM tenants`);
      started.resolve();
      await silent.promise;
      await db.query(read`SELECT id FROM tenants`);
    }),
  );
  await started.promise;
  proxy.fallSilent();
  silent.resolve();
  const answers = await Promise.allSettled(crowd);
  expect(answers.every(({ status }) => status === "rejected")).toBe(true);
  proxy.failOver();
  await until(async () => (await connections.query("SELECT 1")).rowCount === 1);
  expect(await inTransaction(acme, (db) => db.query(read`SELECT id FROM tenants`))).toHaveLength(1);
});

test("after a failover every connection leads to the new server, though the old ones were not closed", async () => {
  proxy.fallSilent();
  proxy.failOver();
  await until(async () => {
    await Promise.all(ways().map((way) => way()));
    return true;
  });
});

test("a process notices a vanished server by itself, and closes its connections, before any request", async () => {
  const { changeFeed, connections } = modules;
  await connections.query("SELECT 1");
  proxy.fallSilent();
  await until(() => !changeFeed.isConnected);
  proxy.failOver();
  await until(() => connections.totalCount === 0);
  // The first requests succeed, each on a working connection.
  await until(() => changeFeed.isConnected);
  await Promise.all(ways().map((way) => way()));
});

test("a process is not ready while the database is silent, answers in time, and is ready again after a failover", async () => {
  const { ready } = modules;
  const status = async () => (await ready(new Request("http://localhost/readyz"), NONE)).status;
  expect(await status()).toBe(200);
  proxy.fallSilent();
  const answers = await Promise.all([status(), status(), status()]);
  expect(answers).toEqual([503, 503, 503]);
  proxy.failOver();
  await until(async () => (await status()) === 200);
});

test("every request is answered while the database is silent, and answered rightly after a failover", async () => {
  const { me, token } = modules;
  // No cached copy answers for the database: the database itself refuses these.
  const wrong = (secret: string) =>
    `${secret.slice(0, -4)}${secret.endsWith("AAAA") ? "B" : "A"}AAA`;
  const api = () =>
    me(
      new Request("http://localhost/api/v1/auth/me", {
        headers: {
          authorization: `Bearer ${wrong(acme.tenantSecret)}`,
          "x-tenant-id": acme.publicId,
        },
      }),
      NONE,
    );
  const oauth = () =>
    token(
      new Request("http://localhost/oauth/token", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `grant_type=client_credentials&client_id=${acme.clientId}&client_secret=${wrong(acme.clientSecret)}`,
      }),
      NONE,
    );
  const known = [(await api()).status, (await oauth()).status];
  proxy.fallSilent();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 ? api() : oauth())),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  for (const answer of answers) expect(answer.headers.get("retry-after")).toMatch(/^[1-9]/);
  proxy.failOver();
  await until(async () => (await api()).status === known[0] && (await oauth()).status === known[1]);
});

test("changes are received again after a failover", async () => {
  const { changeFeed } = modules;
  proxy.fallSilent();
  await until(() => !changeFeed.isConnected);
  proxy.failOver();
  await until(() => changeFeed.isConnected);
});

test("a shared read that never settles is not joined", async () => {
  const { TenantCache } = modules;
  const cache = new TenantCache<{ read: number }>("test", 10);
  const never = () => new Promise<never>(() => {});
  const [first, joined] = [cache.get("x", () => true, never), cache.get("x", () => true, never)];
  await expect(first).rejects.toMatchObject({ reason: "unavailable" });
  await expect(joined).rejects.toMatchObject({ reason: "unavailable" });
  const found = { tenantId: acme.tenantId, value: { read: 2 } };
  expect(
    await cache.get(
      "x",
      () => true,
      async () => found,
    ),
  ).toEqual({ read: 2 });
});

test("a listing whose database falls silent in the middle breaks off", async () => {
  const { streamList } = modules;
  const select = sql`SELECT row_to_json(r) FROM (SELECT n, repeat('x', 1000) AS x FROM generate_series(1, 200000) n) r`;
  const listed = await streamList(
    acme,
    { name: "rows", rows: select },
    new AbortController().signal,
  );
  const reader = listed.getReader();
  await reader.read();
  proxy.fallSilent();
  const all = async () => {
    while (!(await reader.read()).done);
  };
  await expect(all()).rejects.toThrow();
});

test("a listing that has not started is refused while the database is silent", async () => {
  const { streamList } = modules;
  proxy.fallSilent();
  const select = sql`SELECT row_to_json(r) FROM (SELECT 1 AS n) r`;
  const listed = streamList(acme, { name: "rows", rows: select }, new AbortController().signal);
  await expect(listed).rejects.toThrow();
});

test("a slow reader of a listing does not count as a silent database", async () => {
  const { streamList } = modules;
  const select = sql`SELECT row_to_json(r) FROM (SELECT n, repeat('x', 1000) AS x FROM generate_series(1, 20000) n) r`;
  const listed = await streamList(
    acme,
    { name: "rows", rows: select },
    new AbortController().signal,
  );
  const reader = listed.getReader();
  let bytes = (await reader.read()).value?.length ?? 0;
  await new Promise((resolve) => setTimeout(resolve, 1.5 * BOUND_MS));
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    bytes += piece.value.length;
  expect(bytes).toBeGreaterThan(20_000_000);
});

test("a lock of another client is waited for no longer than its deadline", async () => {
  const { inBatch, inTransaction, read } = modules;
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query("BEGIN");
  await owner.query("LOCK TABLE tenants IN ACCESS EXCLUSIVE MODE");
  const tenants = read`SELECT count(*) FROM tenants`;
  const answers = await Promise.allSettled([
    inBatch(acme, (db) => db.query(tenants)),
    inTransaction(acme, (db) => db.query(tenants)),
  ]);
  await owner.query("ROLLBACK");
  await owner.end();
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(String(Reflect.get(answers[0] ?? {}, "reason"))).toContain("lock timeout");
});
