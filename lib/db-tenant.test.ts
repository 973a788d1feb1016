import { expect, test } from "vitest";
import { inTenant, pool } from "@/lib/db";
import { aTenant } from "@/tests/builders/a-tenant";

const bound = "SELECT current_setting('atrium.tenant_id', true) AS id";

test("a transaction is its tenant's from the first statement, and its connection nobody's afterwards", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const seen = await Promise.all(
    Array.from({ length: 40 }, (_, at) => {
      const scope = at % 2 ? acme : globex;
      const read = ({ sql }: { sql: { $queryRawUnsafe(text: string): Promise<unknown> } }) =>
        sql.$queryRawUnsafe(bound);
      return inTenant(scope, read, at % 3 ? {} : { isolation: "RepeatableRead" }).then((rows) => [
        rows,
        [{ id: scope.tenantId }],
      ]);
    }),
  );
  for (const [found, expected] of seen) expect(found).toEqual(expected);
  const left = await Promise.all(Array.from({ length: 20 }, () => pool.query(bound)));
  expect(new Set(left.flatMap(({ rows }) => rows.map(({ id }) => id || null)))).toEqual(
    new Set([null]),
  );
});

test("a transaction inside another is its own tenant's", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const inner = await inTenant(acme, () =>
    inTenant(globex, ({ sql }) => sql.$queryRawUnsafe(bound), { isolation: "RepeatableRead" }),
  );
  expect(inner).toEqual([{ id: globex.tenantId }]);
});

test("a tenant id that is none begins nothing", async () => {
  const scope = { tenantId: "'; SELECT 1; --", environmentId: "" };
  await expect(inTenant(scope, async () => 1)).rejects.toThrow("no UUID");
});
