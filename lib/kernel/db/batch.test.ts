import pg from "pg";
import { expect, test } from "vitest";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inBatch } from "@/lib/kernel/db/batch";
import { connections } from "@/lib/kernel/db/connections";
import { lock, type Queryable, read, type Statement, write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

const bound = () => read<{ id: string }>`SELECT current_setting('atrium.tenant_id', true) AS id`;
const tenants = () => read<{ id: string }>`SELECT id FROM tenants ORDER BY id`;
const names = () => read<{ name: string }>`SELECT name FROM tenants`;
const rename = (name: string, kind = write) =>
  kind<{ name: string }>`UPDATE tenants SET name = ${name} RETURNING name`;
const divide = (by: number) => read<{ quotient: number }>`SELECT 1 / ${by}::int AS quotient`;

/** Runs statements in one batch and returns the rows of each. */
const batch = (scope: TenantScope, ...statements: Statement[]) =>
  inBatch(scope, (db) => Promise.all(statements.map((statement) => db.query(statement))));

test("a batch sees the rows of one tenant only", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const scope = at % 2 ? acme : globex;
      const [ids, rows] = await batch(scope, bound(), tenants());
      expect(ids).toEqual([{ id: scope.tenantId }]);
      expect(rows).toEqual([{ id: scope.tenantId }]);
      return rows;
    }),
  );
  expect(seen).toHaveLength(60);
});

test("a connection is bound to no tenant after a batch", async () => {
  const acme = await aTenant();
  await Promise.all(Array.from({ length: 20 }, () => batch(acme, bound())));
  const left = await Promise.all(
    Array.from({ length: 20 }, () =>
      connections.query(
        "SELECT current_setting('atrium.tenant_id', true) AS id, (SELECT count(*) FROM tenants) AS tenants",
      ),
    ),
  );
  for (const { rows } of left) expect([rows[0].id || null, rows[0].tenants]).toEqual([null, "0"]);
});

// Behind a pooler (npm test -- systems pooler) nothing is prepared.
const { pooled } = config();
test.skipIf(pooled)(
  "prepared messages are planned once, and a transaction's statements for their values",
  async () => {
    const acme = await aTenant();
    const mode = (kind: typeof read) =>
      kind<{ mode: string }>`SELECT current_setting('plan_cache_mode') AS mode`;
    const inMessages = async () =>
      (await Promise.all([read, write, lock].map((kind) => batch(acme, mode(kind))))).flat(2);
    const once = { mode: "force_generic_plan" };
    expect(await inMessages()).toEqual([once, once, once]);
    expect(await inTransaction(acme, (db) => db.first(mode(read)))).toEqual({ mode: "auto" });
    expect(await inMessages()).toEqual([once, once, once]);
  },
);

test("all statements of a batch happen, or none", async () => {
  const acme = await aTenant({ name: "Before" });
  await expect(batch(acme, rename("After"), divide(0))).rejects.toThrow("division by zero");
  await expect(batch(acme, divide(0), rename("After"))).rejects.toThrow("division by zero");
  expect(await batch(acme, names())).toEqual([[{ name: "Before" }]]);
  const [renamed, quotient] = await batch(acme, rename("After"), divide(1));
  expect([renamed, quotient]).toEqual([[{ name: "After" }], [{ quotient: 1 }]]);
  expect(await batch(acme, names())).toEqual([[{ name: "After" }]]);
});

test("a tenant can't write another tenant's rows", async () => {
  const [acme, globex] = [await aTenant(), await aTenant({ name: "Globex" })];
  const steal = write`UPDATE tenants SET name = 'Stolen' WHERE id = ${globex.tenantId}::uuid`;
  expect(await inBatch(acme, (db) => db.execute(steal))).toBe(0);
  expect(await batch(globex, names())).toEqual([[{ name: "Globex" }]]);
});

test("values of every kind arrive as they were sent, under names in camelCase", async () => {
  const acme = await aTenant();
  const at = new Date("2026-11-21T09:00:00.123Z");
  const words = ["plain", 'with "quotes"', "back\\slash", "com,ma", "", "NULL", "{}", "ünï©ode"];
  const bytes = Buffer.from([0, 1, 255]);
  const id = newId();
  const all = read`SELECT ${at}::timestamptz AS created_at, ${words}::text[] AS words, ${bytes}::bytea AS bytes,
      ${[bytes, Buffer.alloc(0)]}::bytea[] = ARRAY[${bytes}::bytea, ''] AS bytes_in_a_list, ${id}::uuid AS id, ${true}::boolean AS yes, ${null}::text AS nothing, ${1.5}::float8 AS number,
      9007199254740991::bigint AS largest, ${JSON.stringify({ a: [1] })}::jsonb AS json`;
  const expected = {
    createdAt: at,
    words,
    bytes,
    bytesInAList: true,
    id,
    yes: true,
    nothing: null,
    number: 1.5,
    largest: 9_007_199_254_740_991,
    json: { a: [1] },
  };
  expect(await batch(acme, all)).toEqual([[expected]]);
  // The second time it is prepared, and its columns are not described again.
  expect(await batch(acme, all, all)).toEqual([[expected], [expected]]);
});

test("a number that JavaScript can't hold exactly fails instead of being another", async () => {
  const acme = await aTenant();
  const large = read`SELECT 9007199254740993::bigint AS id`;
  await expect(batch(acme, large)).rejects.toThrow("no number holds");
  expect(await batch(acme, tenants())).toEqual([[{ id: acme.tenantId }]]);
});

test("a refused statement leaves nothing behind on its connection", async () => {
  const acme = await aTenant();
  const wrong = read`SELECT no_such_column FROM tenants`;
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(batch(acme, tenants(), wrong)).rejects.toThrow("no_such_column");
  expect(await batch(acme, tenants())).toEqual([[{ id: acme.tenantId }]]);
});

test("a batch is one message", async () => {
  const acme = await aTenant();
  expect(await statementsOf(() => batch(acme, tenants(), bound()))).toHaveLength(1);
});

test("a statement added after the batch was sent fails", async () => {
  const acme = await aTenant();
  const late = async (db: Queryable) => {
    await db.query(tenants());
    return db.query(bound());
  };
  await expect(inBatch(acme, late)).rejects.toThrow("use a transaction");
});

test("a batch without statements sends nothing", async () => {
  const acme = await aTenant();
  expect(await statementsOf(() => inBatch(acme, async () => 1))).toHaveLength(0);
});

test("a batch that waits for a lock delays others briefly, and not at all when marked as a lock", async () => {
  const [acme, globex] = [await aTenant({ name: "Before" }), await aTenant()];
  const owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  const pass = (work: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: 20 }, work)).then((done) => expect(done).toHaveLength(20));
  for (const kind of [lock, write]) {
    await owner.query("BEGIN");
    await owner.query("SELECT FROM tenants WHERE id = $1 FOR UPDATE", [acme.tenantId]);
    const waiting = batch(acme, rename("After", kind));
    // Messages that only read do not wait for writes.
    await pass(() => batch(acme, tenants()));
    // After the time that a pipeline may be blocked; at once where the statement is marked as a lock.
    if (kind === write) await new Promise((resolve) => setTimeout(resolve, 100));
    await pass(() => batch(globex, rename("Other")));
    await owner.query("COMMIT");
    expect(await waiting).toEqual([[{ name: "After" }]]);
  }
  await owner.end();
});
