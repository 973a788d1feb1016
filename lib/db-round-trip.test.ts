import pg from "pg";
import { expect, test } from "vitest";
import { config } from "@/lib/config/config";
import { atOnce, inTenant, Prisma, pool } from "@/lib/db";
import { newId } from "@/lib/ids";
import { aTenant } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

const bound = () => ({
  name: "test-bound",
  sql: Prisma.sql`SELECT current_setting('atrium.tenant_id', true) AS id`,
});
const tenants = () => ({
  name: "test-tenants",
  sql: Prisma.sql`SELECT id FROM tenants ORDER BY id`,
});
const rename = (name: string) => ({
  name: "test-rename",
  sql: Prisma.sql`UPDATE tenants SET name = ${name} RETURNING name`,
});
const divide = (by: number) => ({
  name: "test-divide",
  sql: Prisma.sql`SELECT 1 / ${by}::int AS quotient`,
});

test("statements in one message see one tenant and nobody else's rows", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const scope = at % 2 ? acme : globex;
      const [ids, rows] = await atOnce(scope, [bound(), tenants()]);
      expect(ids).toEqual([{ id: scope.tenantId }]);
      expect(rows).toEqual([{ id: scope.tenantId }]);
      return rows;
    }),
  );
  expect(seen).toHaveLength(60);
});

test("a connection is nobody's after the message", async () => {
  const acme = await aTenant();
  await Promise.all(Array.from({ length: 20 }, () => atOnce(acme, [bound()])));
  const left = await Promise.all(
    Array.from({ length: 20 }, () =>
      pool.query(
        "SELECT current_setting('atrium.tenant_id', true) AS id, (SELECT count(*) FROM tenants) AS tenants",
      ),
    ),
  );
  for (const { rows } of left) expect([rows[0].id || null, rows[0].tenants]).toEqual([null, "0"]);
});

test("all statements of a message happen, or none", async () => {
  const acme = await aTenant({ name: "Before" });
  await expect(atOnce(acme, [rename("After"), divide(0)])).rejects.toThrow("division by zero");
  await expect(atOnce(acme, [divide(0), rename("After")])).rejects.toThrow("division by zero");
  const name = () => inTenant(acme, ({ sql }) => sql.tenant.findFirst({ select: { name: true } }));
  expect(await name()).toEqual({ name: "Before" });
  const [renamed, quotient] = await atOnce(acme, [rename("After"), divide(1)]);
  expect([renamed, quotient]).toEqual([[{ name: "After" }], [{ quotient: 1 }]]);
  expect(await name()).toEqual({ name: "After" });
});

test("one tenant can write nothing of another's", async () => {
  const [acme, globex] = [await aTenant(), await aTenant({ name: "Globex" })];
  const steal = {
    name: "test-steal",
    sql: Prisma.sql`UPDATE tenants SET name = 'Stolen' WHERE id = ${globex.tenantId}::uuid RETURNING id`,
  };
  expect(await atOnce(acme, [steal])).toEqual([[]]);
  expect(await inTenant(globex, ({ sql }) => sql.tenant.findFirst())).toMatchObject({
    name: "Globex",
  });
});

test("values of every kind arrive as they were sent", async () => {
  const acme = await aTenant();
  const at = new Date("2026-11-21T09:00:00.123Z");
  const words = ["plain", 'with "quotes"', "back\\slash", "com,ma", "", "NULL", "{}", "ünï©ode"];
  const bytes = Buffer.from([0, 1, 255]);
  const id = newId();
  const all = {
    name: "test-values",
    sql: Prisma.sql`SELECT ${at}::timestamptz AS at, ${words}::text[] AS words, ${bytes}::bytea AS bytes,
      ${id}::uuid AS id, ${true}::boolean AS yes, ${null}::text AS nothing, ${1.5}::float8 AS number,
      ${JSON.stringify({ a: [1] })}::jsonb AS json`,
  };
  const expected = {
    at,
    words,
    bytes,
    id,
    yes: true,
    nothing: null,
    number: 1.5,
    json: { a: [1] },
  };
  expect(await atOnce(acme, [all])).toEqual([[expected]]);
  // The second time it is prepared, and nothing describes its rows any more.
  expect(await atOnce(acme, [all, all])).toEqual([[expected], [expected]]);
});

test("a statement that PostgreSQL refuses leaves nothing behind that others meet", async () => {
  const acme = await aTenant();
  const wrong = { name: "test-wrong", sql: Prisma.sql`SELECT no_such_column FROM tenants` };
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(atOnce(acme, [tenants(), wrong])).rejects.toThrow("no_such_column");
  expect(await atOnce(acme, [tenants()])).toEqual([[{ id: acme.tenantId }]]);
});

test("a message is one round trip", async () => {
  const acme = await aTenant();
  const sent = await statementsOf(() => atOnce(acme, [tenants(), bound()]));
  expect(sent).toHaveLength(1);
});

test("a message that waits for a lock holds nobody up for long, and one that may wait nobody at all", async () => {
  const [acme, globex] = [await aTenant({ name: "Before" }), await aTenant()];
  const owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  const pass = (work: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: 20 }, work)).then((done) => expect(done).toHaveLength(20));
  const reads = () => atOnce(acme, [tenants()]);
  const writes = () => atOnce(globex, [rename("Other")]);
  for (const form of [{ mayWait: true }, {}]) {
    await owner.query("BEGIN");
    await owner.query("SELECT FROM tenants WHERE id = $1 FOR UPDATE", [acme.tenantId]);
    const waiting = atOnce(acme, [rename("After")], form);
    // What only reads waits for nobody who writes.
    await pass(reads);
    // Longer than a lane may be held up for; at once where the message said that it may wait.
    if (!form.mayWait) await new Promise((resolve) => setTimeout(resolve, 100));
    await pass(writes);
    await owner.query("COMMIT");
    expect(await waiting).toEqual([[{ name: "After" }]]);
  }
  await owner.end();
});
