import { execFileSync } from "node:child_process";
import pg from "pg";
import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cloneDatabase, TEST_MASTER_KEY } from "@/tests/support/database";
import { prepareTemplate } from "@/tests/support/template";
import { withAccount } from "@/tools/postgres/bootstrap";
import type { Cluster } from "@/tools/postgres/cluster";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { freePort } from "@/tools/postgres/free-port";
import { type Standby, startStandby } from "@/tools/postgres/standby";

// A primary and a standby that streams its log, both real. The primary waits for its disk, as in production.
const PRIMARY = { synchronous_commit: "on", wal_level: "replica" };

const load = async () => ({
  ...(await import("@/lib/kernel/db/late-read")),
  ...(await import("@/lib/kernel/db/queryable")),
  ...(await import("@/lib/kernel/db/replica")),
  ...(await import("@/lib/kernel/db/transaction")),
  ...(await import("@/lib/kernel/db/connections")),
  ...(await import("@/lib/kernel/db/json-list")),
  ...(await import("@/lib/kernel/process/metrics")),
  ...(await import("@/tests/builders/a-tenant")),
});

let primary: Cluster;
let standby: Standby;
let onPrimary: pg.Client;
let onStandby: pg.Pool;
let own: Awaited<ReturnType<typeof load>>;
let acme: Awaited<ReturnType<(typeof own)["aTenant"]>>;

beforeAll(async () => {
  primary = await startEphemeralCluster(PRIMARY);
  const template = await prepareTemplate(primary.adminUrl);
  const urls = await cloneDatabase(primary.adminUrl, template, "late");
  // It never delays replay for readers.
  standby = await startStandby(primary.adminUrl, { max_standby_streaming_delay: "0" });
  const { username, password } = new URL(urls.DATABASE_URL);
  Object.assign(process.env, urls, {
    ATRIUM_MASTER_KEY: TEST_MASTER_KEY,
    ATRIUM_READ_DATABASE_URL: withAccount(standby.adminUrl, username, password, "late"),
    ATRIUM_DATABASE_TIMEOUT_SECONDS: "2",
  });
  // Making the template has read the configuration.
  vi.resetModules();
  own = await load();
  await own.beginCounting();
  acme = await own.aTenant();
  onPrimary = new pg.Client({
    connectionString: withAccount(primary.adminUrl, "postgres", "ephemeral", "late"),
  });
  await onPrimary.connect();
  onStandby = new pg.Pool({
    connectionString: withAccount(standby.adminUrl, "postgres", "ephemeral", "late"),
  });
  onStandby.on("error", () => {});
}, 120_000);
afterAll(async () => {
  await Promise.allSettled([own.connections.end(), onPrimary.end(), onStandby.end()]);
  await standby.stop();
  await primary.stop();
}, 60_000);

beforeEach(() => untilUsed());

async function until(holds: () => Promise<boolean> | boolean, ms = 15_000): Promise<void> {
  for (const end = performance.now() + ms; !(await holds()); ) {
    if (performance.now() > end) throw new Error("It did not come to pass in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const untilUsed = () => until(() => own.theReplica()?.isInUse === true);

/** Returns which server answers a late read, and the name that it reads. */
async function read(): Promise<{ standby: boolean; name: string }> {
  const found = await own.inLateRead(acme, (db) =>
    db.first(own.read<{ standby: boolean; name: string }>`
      SELECT pg_is_in_recovery() AS standby, (SELECT name FROM tenants) AS name`),
  );
  if (!found) throw new Error("Nobody answered");
  return found;
}

async function rename(name: string): Promise<void> {
  await own.inTransaction(acme, (db) => db.execute(own.write`UPDATE tenants SET name = ${name}`));
}

/** Opens a list and returns what arrives of it. */
async function list(select: Sql) {
  const stream = await own.streamList(
    acme,
    { name: "rows", rows: select },
    new AbortController().signal,
  );
  return new Response(stream).json() as Promise<{ rows: { standby: boolean }[] }>;
}
const WHO = sql`SELECT row_to_json(r) FROM (SELECT pg_is_in_recovery() AS standby) r`;

test("a healthy replica answers late reads and lists, under row-level security", async () => {
  const other = await own.aTenant();
  expect(await read()).toMatchObject({ standby: true });
  expect(await list(WHO)).toEqual({ rows: [{ standby: true }] });
  const seen = await own.inLateRead(other, (db) =>
    db.query(own.read<{ id: string }>`SELECT id FROM tenants`),
  );
  expect(seen).toEqual([{ id: other.tenantId }]);
});

test("a reader sees its own writes each time, on the replica", async () => {
  const served = { standby: 0, primary: 0 };
  for (let time = 0; time < 50; time++) {
    await rename(`Acme ${time}`);
    const found = await read();
    expect(found.name).toBe(`Acme ${time}`);
    served[found.standby ? "standby" : "primary"]++;
  }
  expect(served.standby).toBeGreaterThan(45);
});

test("a reader sees another process's writes", async () => {
  for (let time = 0; time < 20; time++) {
    await onPrimary.query("UPDATE tenants SET name = $1 WHERE id = $2", [
      `Else ${time}`,
      acme.tenantId,
    ]);
    expect((await read()).name).toBe(`Else ${time}`);
  }
});

test("a replica that stops replaying is replaced by the primary, and used again when it continues", async () => {
  await onStandby.query("SELECT pg_wal_replay_pause()");
  await rename("Not there yet");
  const startedAt = performance.now();
  expect(await read()).toEqual({ standby: false, name: "Not there yet" });
  const first = performance.now() - startedAt;
  expect(first).toBeLessThan(900);
  // The next reads do not wait for it again.
  const again = performance.now();
  for (let time = 0; time < 20; time++) expect((await read()).standby).toBe(false);
  expect(performance.now() - again).toBeLessThan(first + 400);
  expect(await list(WHO)).toEqual({ rows: [{ standby: false }] });
  await onStandby.query("SELECT pg_wal_replay_resume()");
  await untilUsed();
  expect(await read()).toEqual({ standby: true, name: "Not there yet" });
});

test("a short lag of the replica is waited for", async () => {
  await onStandby.query("SELECT pg_wal_replay_pause()");
  await rename("A moment later");
  setTimeout(() => void onStandby.query("SELECT pg_wal_replay_resume()"), 100);
  expect(await read()).toEqual({ standby: true, name: "A moment later" });
});

test("a list canceled by the replica comes from the primary before its first byte, and breaks off after it", async () => {
  const cancel = async () => {
    await until(async () => {
      const { rowCount } = await onStandby.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND pid <> pg_backend_pid()",
      );
      return (rowCount ?? 0) > 0;
    });
  };
  // The first row is slow, only on the standby.
  const slow = sql`SELECT row_to_json(r) FROM (SELECT pg_is_in_recovery() AS standby, CASE WHEN pg_is_in_recovery() THEN pg_sleep(20)::text END) r`;
  const [answer] = await Promise.all([list(slow), cancel()]);
  expect(answer.rows[0]).toMatchObject({ standby: false });
  await untilUsed();
  const long = sql`SELECT row_to_json(r) FROM (SELECT n, repeat('x', 1000) AS x FROM generate_series(1, 100000) n) r`;
  const stream = await own.streamList(
    acme,
    { name: "rows", rows: long },
    new AbortController().signal,
  );
  const reader = stream.getReader();
  await reader.read();
  await cancel();
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow();
});

test("a read canceled by a recovery conflict is answered by the primary, and the replica stays in use", async () => {
  const reading = own.inLateRead(acme, (db) =>
    db.query(own.read<{ standby: boolean }>`
      SELECT pg_is_in_recovery() AS standby, name,
        CASE WHEN pg_is_in_recovery() THEN pg_sleep(20)::text END FROM tenants`),
  );
  await until(async () => {
    const { rowCount } = await onStandby.query(
      "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
    );
    return rowCount === 1;
  });
  // Vacuums rows on the primary that the standby still reads.
  await rename("In the way");
  await onPrimary.query("VACUUM tenants");
  expect(await reading).toMatchObject([{ standby: false, name: "In the way" }]);
  expect(own.theReplica()?.isInUse).toBe(true);
});

test("a late read refuses statements that change or lock rows, also without a replica", async () => {
  for (const statement of [
    own.write`UPDATE tenants SET name = 'x'`,
    own.lock`SELECT id FROM tenants FOR UPDATE`,
  ])
    await expect(own.inLateRead(acme, (db) => db.query(statement))).rejects.toThrow(/late read/);
});

test("a failure that the caller causes is not repeated on the primary", async () => {
  let runs = 0;
  const failing = own.inLateRead(acme, async () => {
    runs++;
    throw new Error("a bug");
  });
  await expect(failing).rejects.toThrow("a bug");
  expect(runs).toBe(1);
  expect(own.theReplica()?.isInUse).toBe(true);
});

test("a frozen replica costs one wait, and the primary keeps its connections", async () => {
  const before = await backends();
  for (const pid of serverProcesses()) process.kill(pid, "SIGSTOP");
  try {
    const startedAt = performance.now();
    expect(await read()).toMatchObject({ standby: false });
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    const again = performance.now();
    for (let time = 0; time < 20; time++) expect((await read()).standby).toBe(false);
    expect(performance.now() - again).toBeLessThan(1_000);
    // Long enough for the check of silent connections.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const after = await backends();
    expect(before.filter((pid) => !after.includes(pid))).toEqual([]);
  } finally {
    for (const pid of serverProcesses()) process.kill(pid, "SIGCONT");
  }
  await untilUsed();
  expect(await read()).toMatchObject({ standby: true });
});

/** The primary's backends that serve this process. */
async function backends(): Promise<number[]> {
  const { rows } = await onPrimary.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = 'late' AND application_name LIKE 'atrium/%' ORDER BY pid",
  );
  return rows.map(({ pid }) => pid);
}

/** The standby's postmaster and its children. */
function serverProcesses(): number[] {
  const root = standby.postmaster();
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(root)]).toString();
  return [root, ...children.trim().split(/\s+/).map(Number)];
}

test("a dead replica is abandoned at once", async () => {
  const url = new URL(process.env.ATRIUM_READ_DATABASE_URL ?? "");
  url.port = String(await freePort());
  const dead = new own.Replica(url.href);
  const startedAt = performance.now();
  const reading = dead.attempt((position) => dead.read(acme, position, async () => "read"));
  expect(await reading).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(dead.isInUse).toBe(false);
  await dead.end();
});

test("the primary answers where the service may not compare the two servers", async () => {
  const compared = "FUNCTION pg_control_system()";
  await onPrimary.query(`REVOKE EXECUTE ON ${compared} FROM PUBLIC`);
  try {
    expect(await read()).toMatchObject({ standby: false });
    expect(own.theReplica()?.isInUse).toBe(false);
  } finally {
    await onPrimary.query(`GRANT EXECUTE ON ${compared} TO PUBLIC`);
  }
});

test("a promoted replica is no longer used, though it has all writes", async () => {
  await onStandby.query("SELECT pg_promote(true)");
  expect(await read()).toMatchObject({ standby: false });
  await rename("After the promotion");
  // The replica is checked every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(own.theReplica()?.isInUse).toBe(false);
  expect(await read()).toEqual({ standby: false, name: "After the promotion" });
  // Counts of reads by server, and the reasons for the primary's.
  const figures = await own.readMetrics();
  const reads = figures.find(({ name }) => name === "atrium_late_reads_total");
  const reasons = reads?.values.map(({ labels }) => labels.reason);
  expect(reasons).toEqual(
    expect.arrayContaining(["none", "behind", "left", "unreachable", "conflict", "not_following"]),
  );
});
