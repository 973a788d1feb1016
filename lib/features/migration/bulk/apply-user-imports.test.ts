import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { enableTenant } from "@/lib/core/operators/enable-tenant";
import { applyUserImports } from "@/lib/features/migration/bulk/apply-user-imports";
import { validateLine } from "@/lib/features/migration/contract/user-import";
import { readProblems } from "@/lib/features/migration/import/read-problems";
import { readAtMost, receiveUsers } from "@/lib/features/migration/import/receive-users";
import {
  sweepDryRunProblems,
  sweepImportLines,
  sweepImportProblems,
} from "@/lib/features/migration/import/sweep-user-imports";
import {
  MAX_STORED_PROBLEMS,
  MOST_PROBLEMS,
  MOST_STAGED_BYTES,
  STAGED_AT_ONCE,
} from "@/lib/features/migration/import/user-import";
import { findImport, listImports } from "@/lib/features/migration/import/user-import-store";
import { noRequest } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { storedUser } from "@/tests/support/stored-user";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(() => owner.end());

const operator = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
const options = { mode: "create", dryRun: false } as const;
async function* users(count: number, more: object = {}) {
  for (let line = 1; line <= count; line += 1)
    yield validateLine(line, { email: `${randomUUID()}@example.com`, ...more });
}
const begin = (place: TestEnvironment, count: number, more?: object) =>
  receiveUsers(place, options, users(count, more));
const read = (place: TestEnvironment, id: string) => inBatch(place, (db) => findImport(db, id));
const waiting = async () =>
  (await owner.query("SELECT count(*)::int AS count FROM user_import_lines")).rows[0]?.count;

test("concurrent workers apply every line once, and nothing waits afterwards", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const [one, other] = [await begin(acme, 2500), await begin(globex, 1200)];
  await Promise.all([applyUserImports(), applyUserImports(), applyUserImports()]);
  expect(await read(acme, one.id)).toMatchObject({
    status: "completed",
    created: 2500,
    applied: 2500,
  });
  expect(await read(globex, other.id)).toMatchObject({ status: "completed", created: 1200 });
  expect(await waiting()).toBe(0);
});

test("a worker that is stopped continues where it was", async () => {
  const acme = await aTenant();
  const { id } = await begin(acme, 3000);
  // The time is over before the first turn.
  expect(await applyUserImports(-1)).toBe(0);
  expect(await read(acme, id)).toMatchObject({ status: "running", applied: 0 });
  await applyUserImports();
  expect(await read(acme, id)).toMatchObject({ status: "completed", created: 3000 });
});

test("lines are read while the previous ones are staged and no further, so that memory does not grow with them", async () => {
  const acme = await aTenant();
  let [requested, staged, most] = [0, 0, 0];
  async function* counted() {
    for await (const one of users(4 * STAGED_AT_ONCE + 1)) {
      requested += 1;
      most = Math.max(most, requested - staged);
      yield one;
    }
  }
  await receiveUsers(acme, options, counted(), (_, lines) => {
    staged = lines;
  });
  expect([requested, staged]).toEqual([4 * STAGED_AT_ONCE + 1, requested]);
  expect(most).toBeLessThanOrEqual(2 * STAGED_AT_ONCE);
  await applyUserImports();
});

test("a user added by another request in the middle of a batch is found, and no other user is lost", async () => {
  const acme = await aTenant();
  const { id } = await begin(acme, 5);
  const { rows } = await owner.query<{ email: string; pid: number }>(
    "SELECT email, pg_backend_pid() AS pid FROM user_import_lines WHERE import_id = $1 AND line = 3",
    [id],
  );
  const [line] = rows;
  await owner.query("BEGIN");
  await owner.query(
    "INSERT INTO users (tenant_id, environment_id, email, email_key) VALUES ($1, $2, $3, lower($3))",
    [acme.tenantId, acme.environmentId, line?.email],
  );
  const applied = applyUserImports();
  const blocked = async () => {
    const { rowCount } = await owner.query(
      "SELECT FROM pg_locks WHERE NOT granted AND $1::int = ANY (pg_blocking_pids(pid))",
      [line?.pid],
    );
    return rowCount;
  };
  await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
  await owner.query("COMMIT");
  await applied;
  expect(await read(acme, id)).toMatchObject({ status: "completed", created: 4, unchanged: 1 });
});

test("an import whose batch fails does not stop the others", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const broken = await begin(acme, 1, { password_hash: "{SHA}0DPiKuNIrrVmD8IUCuw1hQxNqZc=" });
  // Sealed for another line, so that it does not open.
  await owner.query(
    "UPDATE user_import_lines SET sealed_weak_hash = substr(sealed_weak_hash, 1, 20) WHERE import_id = $1",
    [broken.id],
  );
  const other = await begin(globex, 3);
  await applyUserImports();
  expect(await read(acme, broken.id)).toMatchObject({ status: "running", applied: 0 });
  expect(await read(globex, other.id)).toMatchObject({ status: "completed", created: 3 });
});

test("a suspension and its batch happen together or not at all", async () => {
  const acme = await aTenant();
  const { id: userId, email } = await aUser(acme);
  await owner.query(`
    CREATE FUNCTION refuse_suspension() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'not suspended';
    END $$;
    CREATE TRIGGER refuse_suspension BEFORE UPDATE ON users FOR EACH ROW
      WHEN (NEW.status = 'suspended' AND NEW.id = '${userId}') EXECUTE FUNCTION refuse_suspension()`);
  const fresh = `${randomUUID()}@example.com`;
  async function* lines() {
    yield validateLine(1, { email: fresh });
    yield validateLine(2, { email, status: "suspended" });
  }
  const { id } = await receiveUsers(acme, { mode: "upsert", dryRun: false }, lines());
  await applyUserImports();
  expect(await storedUser(acme, fresh)).toBeNull();
  expect(await read(acme, id)).toMatchObject({ status: "running", applied: 0 });
  await owner.query("DROP FUNCTION refuse_suspension CASCADE");
  await applyUserImports();
  expect(await storedUser(acme, fresh)).not.toBeNull();
  expect(await storedUser(acme, email)).toMatchObject({ status: "suspended" });
});

test("the import of a disabled tenant waits, and continues once the tenant is enabled", async () => {
  const acme = await aTenant();
  const { id } = await begin(acme, 1500);
  await disableTenant(operator, acme.publicId, null);
  await applyUserImports();
  expect(await read(acme, id)).toMatchObject({ status: "running", applied: 0, created: 0 });
  await enableTenant(operator, acme.publicId);
  await applyUserImports();
  expect(await read(acme, id)).toMatchObject({ status: "completed", created: 1500 });
});

test("an interrupted upload applies nothing, and its lines are swept", async () => {
  const acme = await aTenant();
  const address = `${randomUUID()}@example.com`;
  async function* broken() {
    yield* users(STAGED_AT_ONCE);
    yield validateLine(STAGED_AT_ONCE + 1, { email: address });
    throw new Error("the sender left");
  }
  await expect(receiveUsers(acme, options, broken())).rejects.toThrow("the sender left");
  const [failed] = await inBatch(acme, listImports);
  expect(failed).toMatchObject({ status: "failed", created: 0 });
  expect(await storedUser(acme, address)).toBeNull();
  expect(await sweepImportLines()).toBeGreaterThanOrEqual(STAGED_AT_ONCE);
});

/** Inserts an import whose lease was last renewed at a moment. */
async function aReceived(place: TestEnvironment, until: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO user_imports (tenant_id, environment_id, mode, dry_run, actor, context, touched_at)
     VALUES ($1, $2, 'create', false, '{}', '{}', now() + $3::interval) RETURNING id`,
    [place.tenantId, place.environmentId, until],
  );
  return rows[0]?.id ?? "";
}

test("uploads whose receiver crashed fail within the minute, and block no other", async () => {
  const acme = await aTenant();
  const lost = [];
  // One of them crashed before the clock went back.
  for (const until of ["-31 seconds", "-31 seconds", "1 hour"])
    lost.push(await aReceived(acme, until));
  for (const id of lost) {
    const found = await read(acme, id);
    expect(found).toMatchObject({ status: "failed" });
    expect(found?.finishedAt).not.toBeNull();
  }
  await begin(acme, 1);
  await applyUserImports();
  const { rows } = await owner.query(
    "SELECT count(*)::int AS failed FROM user_imports WHERE id = ANY ($1) AND status = 'failed' AND finished_at IS NOT NULL",
    [lost],
  );
  expect(rows).toEqual([{ failed: 3 }]);
});

test("a receiver renews its lease while no lines arrive, and an expired lease cannot be renewed", async () => {
  const acme = await aTenant();
  const { promise: more, resolve: go } = Promise.withResolvers<void>();
  async function* slow() {
    yield* users(1);
    await more;
    yield* users(1);
  }
  const received = receiveUsers(acme, options, slow());
  received.catch(() => {});
  const touched = async () => {
    const { rows } = await owner.query<{ id: string; renewed: boolean; received: boolean }>(
      `SELECT id, touched_at > created_at + interval '1 second' AS renewed, status = 'receiving' AS received
       FROM user_imports WHERE environment_id = $1`,
      [acme.environmentId],
    );
    return rows[0];
  };
  await expect.poll(touched, { timeout: 60_000 }).toMatchObject({ renewed: true, received: true });
  await owner.query(
    "UPDATE user_imports SET touched_at = now() - interval '31 seconds' WHERE environment_id = $1",
    [acme.environmentId],
  );
  go();
  await expect(received).rejects.toMatchObject({ reason: "conflict" });
  expect(await inBatch(acme, listImports)).toMatchObject([{ status: "failed" }]);
}, 90_000);

test.each([
  { when: "as they arrive", malformed: MOST_PROBLEMS + 2, nowhere: 0 },
  { when: "as they are applied", malformed: MOST_PROBLEMS - 1, nowhere: 3 },
])(
  "of lines that are refused $when the first are stored and all are counted, and the cut is reported",
  async ({ malformed, nowhere }) => {
    const acme = await aTenant();
    const memberships = [{ organization: "nowhere", role: "nobody" }];
    async function* lines() {
      for (let line = 1; line <= malformed; line += 1) yield validateLine(line, {});
      for (let line = malformed + 1; line <= malformed + nowhere; line += 1)
        yield validateLine(line, { email: `${randomUUID()}@example.com`, memberships });
    }
    const { id } = await receiveUsers(acme, options, lines());
    await applyUserImports();
    const unknown = nowhere > 0 ? { organization_unknown: nowhere } : {};
    expect((await read(acme, id))?.refusedByCode).toEqual({ malformed, ...unknown });
    expect((await read(acme, id))?.refused).toBe(MOST_PROBLEMS + 2);
    const problems = [];
    for await (const piece of await readProblems(acme, id)) problems.push(...piece);
    expect(problems).toHaveLength(MOST_PROBLEMS + 1);
    expect(problems.slice(-2)).toMatchObject([
      { line: MOST_PROBLEMS, code: nowhere > 0 ? "organization_unknown" : "malformed" },
      { code: "cut", detail: expect.stringContaining("2 more lines") },
    ]);
  },
  120_000,
);

test("an environment stores a limited number of problems, those of the newest imports first", async () => {
  const acme = await aTenant();
  const over: string[] = [];
  for (let count = 0; count <= MAX_STORED_PROBLEMS / MOST_PROBLEMS; count += 1) {
    const id = await aReceived(acme, "0 seconds");
    over.push(id);
    await owner.query(
      `WITH ended AS (UPDATE user_imports SET status = 'completed', finished_at = now(), refused = 1000000 WHERE id = $3)
       INSERT INTO user_import_problems (tenant_id, environment_id, import_id, line, code, detail)
       VALUES ($1, $2, $3, 1, 'malformed', '')`,
      [acme.tenantId, acme.environmentId, id],
    );
  }
  await begin(acme, 1);
  const { rows } = await owner.query<{ import_id: string }>(
    "SELECT import_id FROM user_import_problems WHERE environment_id = $1 ORDER BY import_id",
    [acme.environmentId],
  );
  expect(rows.map((row) => row.import_id)).toEqual(over.slice(1));
});

test("an environment has a limited amount of staged lines", async () => {
  const acme = await aTenant();
  const other = await aReceived(acme, "0 seconds");
  await owner.query("UPDATE user_imports SET staged_bytes = $2 WHERE id = $1", [
    ...[other, MOST_STAGED_BYTES - 200],
  ]);
  await expect(begin(acme, 1)).rejects.toMatchObject({ reason: "conflict" });
  await owner.query("UPDATE user_imports SET staged_bytes = 0 WHERE id = $1", [other]);
  await begin(acme, 1);
});

test("problems of a dry run are stored for a day, of any other import for a month", async () => {
  const acme = await aTenant();
  for (const dryRun of [true, false]) {
    const { id } = await receiveUsers(
      acme,
      { mode: "create", dryRun },
      (async function* () {
        yield validateLine(1, {});
      })(),
    );
    await owner.query(
      "UPDATE user_import_problems SET at = now() - interval '25 hours' WHERE import_id = $1",
      [id],
    );
  }
  await applyUserImports();
  await Promise.all([sweepDryRunProblems(), sweepImportProblems()]);
  const { rows } = await owner.query(
    `SELECT i.dry_run FROM user_import_problems p JOIN user_imports i ON i.id = p.import_id WHERE i.environment_id = $1`,
    [acme.environmentId],
  );
  expect(rows).toEqual([{ dry_run: false }]);
});

test("all uploads of a process together buffer a limited amount", () => {
  for (const underWay of [1, 3, 8, 9, 100, 500])
    expect(2 * underWay * readAtMost(underWay)).toBeLessThanOrEqual(64 * 1024 ** 2);
});

test("of many imports that start at once, three do", async () => {
  const acme = await aTenant();
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => begin(acme, 1)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});
