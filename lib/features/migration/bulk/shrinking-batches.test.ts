import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

// PostgreSQL stops these batches: a statement may take a second, and inserting a user of the slow tenant
// takes part of it.
process.env.ATRIUM_DATABASE_TIMEOUT_SECONDS = "1";
const load = async () => ({
  ...(await import("@/lib/features/migration/contract/user-import")),
  ...(await import("@/lib/kernel/db/batch")),
  ...(await import("@/lib/features/migration/bulk/apply-user-imports")),
  ...(await import("@/lib/features/migration/import/receive-users")),
  ...(await import("@/lib/features/migration/import/user-import-store")),
  ...(await import("@/tests/builders/a-tenant")),
});

let modules: Awaited<ReturnType<typeof load>>;
let owner: pg.Client;
let slow: TestEnvironment;
let stuck: TestEnvironment;
beforeAll(async () => {
  modules = await load();
  slow = await modules.aTenant();
  stuck = await modules.aTenant();
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION slow_users() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(CASE NEW.tenant_id WHEN '${slow.tenantId}' THEN 0.008 ELSE 2 END);
      RETURN NEW;
    END $$;
    CREATE TRIGGER slow_users BEFORE INSERT ON users FOR EACH ROW
      WHEN (NEW.tenant_id IN ('${slow.tenantId}', '${stuck.tenantId}')) EXECUTE FUNCTION slow_users()`);
});
afterAll(async () => {
  await owner.query("DROP FUNCTION slow_users CASCADE");
  await owner.end();
});

async function begin(place: TestEnvironment, count: number): Promise<string> {
  async function* lines() {
    for (let line = 1; line <= count; line += 1)
      yield modules.validateLine(line, { email: `${randomUUID()}@example.com` });
  }
  const { id } = await modules.receiveUsers(place, { mode: "create", dryRun: false }, lines());
  return id;
}
const read = (place: TestEnvironment, id: string) =>
  modules.inBatch(place, (db) => modules.findImport(db, id));

test("a batch that takes too long shrinks until it passes", async () => {
  const id = await begin(slow, 150);
  expect(await modules.applyUserImports()).toBe(150);
  expect(await read(slow, id)).toMatchObject({ status: "completed", created: 150, refused: 0 });
});

test("a line that never passes does not block other imports, and stays", async () => {
  const other = await modules.aTenant();
  const [never, well] = [await begin(stuck, 3), await begin(other, 5)];
  expect(await modules.applyUserImports()).toBe(5);
  expect(await read(stuck, never)).toMatchObject({ status: "running", applied: 0, created: 0 });
  expect(await read(other, well)).toMatchObject({ status: "completed", created: 5 });
});
