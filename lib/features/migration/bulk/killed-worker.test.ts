import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyUserImports } from "@/lib/features/migration/bulk/apply-user-imports";
import { LINES_AT_ONCE } from "@/lib/features/migration/import/user-import";
import { listImports } from "@/lib/features/migration/import/user-import-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant } from "@/tests/builders/a-tenant";
import { COMMAND_LINE } from "@/tests/support/command-line";

// PostgreSQL holds a process in the middle of its second batch, until it is killed there.

const LINES = 2 * LINES_AT_ONCE + 100;
const HELD = "held@killed.example";
const LOCK = 774_411;

let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-killed-"));
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION wait_in_the_middle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(${LOCK});
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_in_the_middle BEFORE INSERT ON users FOR EACH ROW
      WHEN (NEW.email_key = '${HELD}') EXECUTE FUNCTION wait_in_the_middle()`);
});
afterAll(async () => {
  await owner.query("DROP FUNCTION wait_in_the_middle CASCADE");
  await owner.end();
  await rm(folder, { recursive: true });
});

test("a process that is killed in a batch loses that batch alone, and a worker does the rest once", async () => {
  const acme = await aTenant();
  const file = join(folder, "users.ndjson");
  const emails = Array.from({ length: LINES }, (_, at) =>
    at === LINES_AT_ONCE + 50 ? HELD : `user${at}@killed.example`,
  );
  await writeFile(file, emails.map((email) => `${JSON.stringify({ email })}\n`).join(""));
  await owner.query(`SELECT pg_advisory_lock(${LOCK})`);
  const place = ["--tenant", acme.publicId, "--environment", acme.environmentKey];
  const args = [COMMAND_LINE, "users", "import", file, ...place];
  const importing = spawn(process.execPath, args, { stdio: "ignore", timeout: 90_000 });
  const ended = once(importing, "exit");
  const waiting = async () => {
    const { rowCount } = await owner.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`,
    );
    return rowCount;
  };
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  importing.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  const now = async () => (await inBatch(acme, listImports))[0];
  expect(await now()).toMatchObject({
    status: "running",
    applied: LINES_AT_ONCE,
    created: LINES_AT_ONCE,
  });
  await owner.query(`SELECT pg_advisory_unlock(${LOCK})`);
  // PostgreSQL notices the closed connection only when it sends something.
  const resumed = async () => {
    await applyUserImports();
    return now();
  };
  await expect
    .poll(resumed, { timeout: 60_000 })
    .toMatchObject({ status: "completed", applied: LINES, created: LINES, refused: 0 });
  const { rows } = await owner.query(
    "SELECT count(*)::int AS users FROM users WHERE environment_id = $1",
    [acme.environmentId],
  );
  expect(rows).toEqual([{ users: LINES }]);
}, 180_000);
