import { beforeAll, expect, test } from "vitest";
import { carriedTables } from "@/lib/features/archives/carried-tables";
import { restoreRows } from "@/lib/features/archives/restore-rows";
import { config } from "@/lib/kernel/config/config";
import { inOwnerTransaction } from "@/lib/kernel/db/owner-transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

// The content of an archive is not trusted, even if it was encrypted with the right passphrase.

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const tenantRow = {
  ...{ id: newId(), public_id: "atr_0123456789abcdef", name: "Globex", status: "active" },
  ...{ installation_limit: 1, installation_maximum: 1, active_installations: 0 },
  ...{ created_at: "2026-11-23T00:00:00Z", updated_at: "2026-11-23T00:00:00Z" },
};
const environmentRow = {
  ...{ id: newId(), key: "production", name: "Production", kind: "production" },
  ...{ passkey_origins: [], created_at: "2026-11-23T00:00:00Z" },
};

/** Restores rows by table in a transaction that is rolled back.
 *  @returns the database's rows of the environment in that transaction */
async function restored(
  lines: unknown[],
  tables: Record<string, number>,
): Promise<Record<string, unknown>[]> {
  async function* arriving() {
    for (const line of lines) yield Buffer.from(JSON.stringify(line));
  }
  let found: Record<string, unknown>[] = [];
  const undone = new Error("undone");
  const tenantId = newId();
  await inOwnerTransaction(config().databaseOwnerUrl, tenantId, async (db) => {
    await restoreRows(db, arriving(), { expected: tables, onRows: () => {} });
    found = await db.query({
      kind: "read",
      text: "SELECT id, tenant_id = $2 AS mine FROM environments WHERE id = $1",
      values: [environmentRow.id, tenantId],
    });
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return found;
}

const marks = carriedTables.map(({ table }) => ["table", table]);
const whole = [
  ...[marks[0], tenantRow, marks[1], { ...environmentRow, tenant_id: newId() }],
  ...[...marks.slice(2), ["end"]],
];
const counts = { tenants: 1, environments: 1 };

test("rows become those of the archive's tenant, regardless of their values", async () => {
  expect(await restored(whole, counts)).toEqual([{ id: environmentRow.id, mine: true }]);
});

test("a row that references another tenant's row is refused", async () => {
  const at = marks.findIndex(([, table]) => table === "apps");
  const stolen = { id: newId(), environment_id: acme.environmentId, key: "a", name: "A" };
  const full = {
    ...{ status: "active", package_policy: "none", allowed_organization_types: [] },
    ...{ required_entitlements: [], created_at: "2026-11-23", updated_at: "2026-11-23" },
  };
  const lines = [
    ...marks.slice(0, 1),
    tenantRow,
    ...marks.slice(1, at + 1),
    { ...stolen, ...full },
  ];
  const expectedCounts = { tenants: 1, apps: 1 };
  await expect(
    restored([...lines, ...marks.slice(at + 1), ["end"]], expectedCounts),
  ).rejects.toThrow(/violates foreign key constraint "apps_tenant_id_environment_id_fkey"/);
});

test.each<[string, unknown[], string]>([
  ["without its end", whole.slice(0, -1), "ends before its last table"],
  ["without a table", whole.filter((line) => line !== marks[5]), "should come where"],
  ["with a table out of its turn", [marks[1], marks[0], ["end"]], "tenants should come where"],
  [
    "that ends early",
    [marks[0], tenantRow, ["end"]],
    "environments should come where its end does",
  ],
  ["with something behind its end", [...whole, marks[0]], "something follows its end"],
  ["with a row before its tables", [tenantRow, ...whole], "a row belongs to no table"],
  ["without a row", whole.filter((line) => line !== tenantRow), "tenants has 0 rows in place of 1"],
  [
    "with a row too many",
    [
      marks[0],
      ...whole.slice(1, 2),
      { ...tenantRow, public_id: "atr_fedcba9876543210" },
      ...whole.slice(2),
    ],
    "already exists",
  ],
  ["with a line of another kind", [marks[0], 7], "neither a row nor"],
])("an archive %s is refused", async (_, lines, says) => {
  const result = await restored(lines, counts).catch(
    (error: { detail?: string; message: string }) => `${error.detail ?? error.message}`,
  );
  expect(result).toContain(says);
});
