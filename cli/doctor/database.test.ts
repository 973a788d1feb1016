import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { KeyAge } from "@/lib/core/signing-keys/key-age";
import { SIGNING_KEY_DUE_DAYS, SIGNING_KEY_NOTICE_DAYS } from "@/lib/core/signing-keys/key-due";
import { type Ask, askOn } from "@/lib/kernel/db/ask";
import { secondsAhead } from "@/lib/kernel/db/database-clock";
import type { Role } from "@/lib/kernel/db/schema/catalogue-store";
import {
  readOwner,
  readServiceRoles,
  readTenantTables,
} from "@/lib/kernel/db/schema/catalogue-store";
import { checkCatalogue } from "@/lib/kernel/db/schema/check-catalogue";
import { expectedObjects } from "@/lib/kernel/db/schema/expected-objects";
import { migrationNames } from "@/lib/kernel/db/schema/migration-files";
import { runWorker } from "@/lib/kernel/jobs/run-worker";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { aSilentProxy } from "@/tests/support/silent-proxy";
import { withWrongClock } from "@/tests/support/wrong-clock";
import { auditLogsFinding } from "./audit-logs";
import { clockFinding } from "./clock";
import { type Connection, connectTo } from "./connection";
import { connectionsFinding } from "./connections";
import { serverFinding, unreachableFinding } from "./database";
import { sizeFinding } from "./database-size";
import { extensionsFinding } from "./extensions";
import { migrationsFinding } from "./migrations";
import { ownerFinding } from "./owner";
import { queuesFinding } from "./queues";
import { rolesFinding } from "./roles";
import { rowLevelSecurityFinding } from "./row-level-security";
import { keyAgesFinding } from "./signing-keys";
import { undeliveredFinding } from "./undelivered";
import { wholeFinding } from "./whole";
import { readWorkers, workerFinding } from "./worker";

const url = process.env.DATABASE_URL ?? "";
let admin: pg.Client;
let own: Connection;

beforeAll(async () => {
  const { pathname } = new URL(url);
  const address = new URL(inject("testServer").adminUrl);
  address.pathname = pathname;
  admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  own = await connectTo(url, 5_000);
});
afterAll(async () => {
  await own.end();
  await admin.end();
});

/** Inspects the database as it would be after `change`, which is rolled back. */
async function changed<T>(change: string, look: (ask: Ask) => Promise<T>): Promise<T> {
  await admin.query("BEGIN");
  try {
    await admin.query(change);
    return await look(askOn(admin));
  } finally {
    await admin.query("ROLLBACK");
  }
}

const whyNot = (address: string, ms = 5_000) =>
  connectTo(address, ms).then(
    () => "it is there",
    (error: unknown) => unreachableFinding(error, "DATABASE_URL"),
  );
const withPart = (part: Partial<URL>) => Object.assign(new URL(url), part).href;

test("more connections than PostgreSQL allows are reported, and so is a server that is nearly full", () => {
  const room = { most: 97, by: "max_connections" };
  expect(connectionsFinding({ ...room, used: 30 }, 41)).toMatchObject({ status: "ok" });
  expect(connectionsFinding({ ...room, used: 90 }, 41)).toMatchObject({ status: "warning" });
  expect(connectionsFinding({ ...room, used: 30 }, 98)).toMatchObject({
    status: "failed",
    todo: expect.stringContaining("Raise max_connections"),
  });
});

describe("reaching the database", () => {
  test("a wrong password, a missing database and a closed port are distinguished", async () => {
    expect(await whyNot(withPart({ password: "opensesame" }))).toMatchObject({
      status: "failed",
      seen: "it refuses the login",
    });
    expect(await whyNot(withPart({ pathname: "/nothing" }))).toMatchObject({
      seen: "there is no such database",
    });
    expect(await whyNot(withPart({ port: "1" }))).toMatchObject({ seen: "nothing listens there" });
  });

  test("a server that does not answer times out", async () => {
    const proxy = await aSilentProxy(url);
    proxy.fallSilent();
    const startedAt = performance.now();
    expect(await whyNot(proxy.url, 400)).toMatchObject({ seen: "it does not answer" });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await proxy.close();
  });

  test("an old server and a read-only one fail", () => {
    const server = { number: 180_001, version: "18.1", readsOnly: false, encrypted: true };
    expect(serverFinding(server)).toMatchObject({
      status: "ok",
      seen: "PostgreSQL 18.1, over TLS",
    });
    expect(serverFinding({ ...server, number: 160_000 })).toMatchObject({ status: "ok" });
    expect(serverFinding({ ...server, number: 150_018 })).toMatchObject({
      status: "failed",
      todo: "Upgrade the server to PostgreSQL 16, 17 or 18.",
    });
    expect(serverFinding({ ...server, readsOnly: true })).toMatchObject({ status: "failed" });
  });
});

const readRoles = (ask: Ask) => readServiceRoles(ask, null);

describe("roles", () => {
  test("of an installation that follows the documentation are well", async () => {
    expect(rolesFinding(await readRoles(own.ask))).toMatchObject({ status: "ok" });
  });

  test("that bypass row-level security fail: the role, the login, and a login that is a superuser", async () => {
    const login = `doctor_${randomBytes(4).toString("hex")}`;
    const as = (attributes: string) =>
      changed(
        `CREATE ROLE ${login} ${attributes}; GRANT atrium_app TO ${login}; SET SESSION AUTHORIZATION ${login}`,
        readRoles,
      ).finally(() => admin.query("RESET SESSION AUTHORIZATION"));
    expect(rolesFinding(await as("BYPASSRLS"))).toMatchObject({
      status: "failed",
      seen: `${login} has BYPASSRLS, so it sees every tenant's rows`,
    });
    expect(rolesFinding(await as("SUPERUSER"))).toMatchObject({ status: "failed" });
    expect(rolesFinding(await as("NOSUPERUSER"))).toMatchObject({ status: "ok" });
    const { application } = await changed("ALTER ROLE atrium_app BYPASSRLS", readRoles);
    expect(application).toMatchObject({ name: "atrium_app", bypasses: true });
  });

  test("that own tables or may make them are reported", async () => {
    const found = await readRoles(own.ask);
    expect(rolesFinding({ ...found, mayCreate: true }).status).toBe("warning");
    const login = { ...(found.login as Role), owns: 3 };
    expect(rolesFinding({ ...found, login })).toMatchObject({
      status: "warning",
      todo: expect.stringContaining("DATABASE_OWNER_URL"),
    });
    const application = { ...(found.application as Role), owns: 1 };
    expect(rolesFinding({ ...found, application }).status).toBe("failed");
  });

  test("of the owner are well when it owns all and is no superuser", () => {
    const owner = { name: "atrium_owner", isSuperuser: false, notOwned: [] as string[] };
    expect(ownerFinding(owner)).toMatchObject({ status: "ok" });
    expect(ownerFinding({ ...owner, isSuperuser: true })).toMatchObject({ status: "warning" });
    expect(ownerFinding({ ...owner, notOwned: ["users"] })).toMatchObject({ status: "failed" });
  });
});

describe("a database", () => {
  const expected = { migrations: migrationNames(), objects: expectedObjects(), login: null };
  const look = async (ask: Ask) => wholeFinding(await checkCatalogue(ask, expected));

  test("is whole after its migrations, and the service's login can verify that", async () => {
    expect(await look(own.ask)).toMatchObject({
      status: "ok",
      seen: expect.stringMatching(/^\d+ migrations; \d+ functions, triggers and views; /),
    });
  });

  test.each([
    ["DROP TRIGGER audit_events_immutable ON audit_events", "functions: audit_events_immutable"],
    ["GRANT UPDATE ON signing_keys TO atrium_app", "rights: may change signing_keys"],
    ["COMMENT ON SCHEMA pgboss IS NULL", "queues: the queues of jobs are missing"],
  ])("is not whole after %s, and the missing object is named", async (change, seen) => {
    expect(await changed(change, look)).toMatchObject({
      status: "failed",
      seen,
      todo: expect.stringContaining("backup check"),
    });
  });

  test("whose role is gone or lacks a migration is reported by the checks of these alone", async () => {
    const without = "ALTER ROLE atrium_app RENAME TO atrium_was";
    expect(await changed(without, look)).toMatchObject({ status: "skipped" });
    const found = await changed(without, readRoles);
    expect(rolesFinding(found)).toMatchObject({
      status: "failed",
      seen: "there is no role atrium_app",
    });
    const lacking = "DELETE FROM _prisma_migrations";
    expect(await changed(lacking, look)).toMatchObject({ status: "skipped" });
  });

  test("is its owner's, and a table that belongs to another role is named", async () => {
    const asOwner = await changed("SET ROLE atrium_owner", readOwner);
    expect(ownerFinding(asOwner)).toMatchObject({ status: "ok" });
    const moved = "ALTER TABLE users OWNER TO pg_database_owner; SET ROLE atrium_app";
    expect((await changed(moved, readOwner)).notOwned).toContain("users");
  });
});

describe("the schema", () => {
  test("is behind row-level security, and a table that is not is named", async () => {
    const tables = await readTenantTables(own.ask);
    expect(tables.map(({ name }) => name)).toContain("users");
    expect(rowLevelSecurityFinding(tables)).toMatchObject({ status: "ok" });
    for (const change of [
      "ALTER TABLE sessions DISABLE ROW LEVEL SECURITY",
      "DROP POLICY tenant_isolation ON sessions",
    ])
      expect(rowLevelSecurityFinding(await changed(change, readTenantTables))).toMatchObject({
        status: "failed",
        seen: expect.stringContaining("sessions"),
      });
  });

  test("misses migrations, or is newer than this version", () => {
    const inStep = { pending: [], compatibility: null, newer: false, replaced: [], refused: null };
    expect(migrationsFinding(inStep, 9)).toMatchObject({ status: "ok" });
    expect(migrationsFinding({ ...inStep, pending: ["20261124_next"] }, 9)).toMatchObject({
      status: "failed",
      todo: "Run db migrate.",
    });
    expect(migrationsFinding({ ...inStep, newer: true }, 9)).toMatchObject({ status: "warning" });
    const refused = "it serves 9.0.0 and newer";
    expect(migrationsFinding({ ...inStep, refused }, 9)).toMatchObject({ status: "failed" });
  });

  test("misses an extension", async () => {
    const rows = await own.ask<{ name: string }>("SELECT extname::text AS name FROM pg_extension");
    const names = rows.map(({ name }) => name);
    expect(extensionsFinding(names)).toMatchObject({ status: "ok" });
    expect(extensionsFinding(names.filter((name) => name !== "pg_trgm"))).toMatchObject({
      status: "failed",
      seen: "pg_trgm missing",
    });
  });

  test("reports its size, and that the space of its disk is unknown", () => {
    expect(sizeFinding(3 * 1024 ** 3, null)).toMatchObject({
      status: "ok",
      seen: expect.stringMatching(/3\.0 GiB; watch/),
    });
  });
});

test("a wrong clock is reported with its direction", async () => {
  const finding = async (wrongByMs: number) =>
    clockFinding(await withWrongClock(wrongByMs, secondsAhead));
  expect(await finding(0)).toMatchObject({ status: "ok" });
  expect(await finding(3_000)).toMatchObject({ status: "warning" });
  const behind = await finding(-60_000);
  expect(behind).toMatchObject({ status: "failed" });
  expect(behind.seen).toMatch(/this machine is (59|60) seconds behind/);
});

describe("workers", () => {
  test("a running worker is alive, and none is a failure", async () => {
    expect(workerFinding(await readWorkers(own.ask))).toMatchObject({
      status: "failed",
      seen: expect.stringContaining("no worker is connected"),
    });
    const worker = await runWorker(idleHandlers());
    const seen = await readWorkers(own.ask);
    expect(seen.connected).toBeGreaterThan(0);
    expect(workerFinding(seen)).toMatchObject({ status: "ok" });
    await worker.stop();
    await expect
      .poll(async () => (await readWorkers(own.ask)).connected, { timeout: 10_000 })
      .toBe(0);
  }, 30_000);

  test("a connected worker that does nothing is a failure", () => {
    expect(workerFinding({ connected: 3, secondsSinceJob: 60 }).status).toBe("ok");
    expect(workerFinding({ connected: 3, secondsSinceJob: 900 }).status).toBe("failed");
    expect(workerFinding({ connected: 0, secondsSinceJob: 900 }).status).toBe("failed");
  });

  test("jobs that wait for long are reported with their queue", () => {
    const at = new Date();
    const since = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
    const state = (minutes: number | null) =>
      queuesFinding(
        [
          {
            name: "mail.deliver",
            waiting: 7,
            oldestWaitingSince: minutes === null ? null : since(minutes),
          },
        ],
        at,
      );
    expect([null, 1, 5, 60].map((minutes) => state(minutes).status)).toEqual([
      ...["ok", "ok", "warning", "failed"],
    ]);
    expect(state(5).seen).toMatch(/mail\.deliver has waited 5 minutes \(7 wait there\)/);
  });

  test("a refused log is a failure that names its tenant, and late events and silent witnesses are reported", () => {
    const well = { waiting: 0, oldestSeconds: 0, looking: false, refused: 0, uncosigned: 0 };
    expect(auditLogsFinding(well, [])).toMatchObject({ status: "ok", todo: null });
    expect(auditLogsFinding({ ...well, waiting: 3, oldestSeconds: 2 }, []).status).toBe("ok");
    expect(auditLogsFinding({ ...well, waiting: 3, oldestSeconds: 120 }, [])).toMatchObject({
      status: "warning",
      seen: "3 events are in no log yet, the oldest for 2 minutes",
    });
    expect(auditLogsFinding({ ...well, waiting: 3, oldestSeconds: 1_800 }, []).status).toBe(
      "failed",
    );
    const holder = {
      ...{ cursorName: "audit_log_cursor", pid: 42, database: "atrium", application: "psql" },
      ...{ since: new Date(0), seconds: 60 },
    };
    expect(
      auditLogsFinding({ ...well, waiting: 3, oldestSeconds: 120 }, [], [holder]).todo,
    ).toContain("Process 42 (psql, database atrium) holds audit_log_cursor since 1970-01-01");
    expect(auditLogsFinding({ ...well, looking: true }, [])).toMatchObject({
      status: "ok",
      seen: expect.stringContaining("looked through"),
    });
    expect(auditLogsFinding({ ...well, uncosigned: 2 }, []).status).toBe("warning");
    const refused = [{ publicId: "atr_acme", refusedAt: new Date(0) }];
    expect(auditLogsFinding({ ...well, refused: 2 }, refused)).toMatchObject({
      status: "failed",
      seen: expect.stringContaining("atr_acme since 1970-01-01T00:00:00.000Z, and others"),
    });
  });

  test("permanent failures are reported", () => {
    const nothing = { failedMail: 0, failedLogouts: 0, waitingLogouts: 0 };
    expect(undeliveredFinding(nothing)).toMatchObject({ status: "ok" });
    expect(undeliveredFinding({ ...nothing, failedMail: 2 })).toMatchObject({
      status: "warning",
      todo: expect.stringContaining("mail list --status failed"),
    });
    expect(undeliveredFinding(nothing, "530 5.7.0 Authentication required")).toMatchObject({
      status: "warning",
      seen: expect.stringContaining("530 5.7.0 Authentication required"),
      todo: expect.stringContaining("ATRIUM_SMTP_URL"),
    });
  });
});

test("a signing key is due after a year, and is reported two weeks before", () => {
  const aged = (days: number): KeyAge => ({
    purpose: "id_token",
    ageSeconds: days * 86_400,
    dueSeconds: (SIGNING_KEY_DUE_DAYS - days) * 86_400,
  });
  const early = SIGNING_KEY_DUE_DAYS - SIGNING_KEY_NOTICE_DAYS;
  expect(keyAgesFinding([aged(3), aged(early)])).toMatchObject({ status: "ok" });
  expect(keyAgesFinding([aged(3), aged(early + 1)])).toMatchObject({
    status: "warning",
    seen: "id_token has signed for 352 days and is due in 13 days",
  });
  expect(keyAgesFinding([aged(400)])).toMatchObject({
    status: "warning",
    seen: "id_token has signed for 400 days and is overdue",
  });
});
