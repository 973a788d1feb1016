import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

// A tenant's configuration file names relying parties by keys, so each live one has a key of its own, also
// those made by the API or the dashboard.

let owner: pg.Client;
let acme: TestEnvironment;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  acme = await aTenant();
});
afterAll(() => owner.end());

const keys = async () =>
  (
    await owner.query<{ key: string }>(
      "SELECT key FROM oidc_clients WHERE environment_id = $1 ORDER BY created_at, id",
      [acme.environmentId],
    )
  ).rows.map(({ key }) => key);

/** The migration's statement that gives keys to existing relying parties. */
function fillsIn(): string {
  const file = "prisma/migrations/20261127000100_clients_checked/migration.sql";
  const [, statement] = /^(UPDATE [\s\S]*?;)$/m.exec(readFileSync(file, "utf8")) ?? [];
  if (!statement) throw new Error("the migration fills nothing in");
  return statement;
}

test("relying parties from before keys get one of their name, each its own", async () => {
  const gone = await anOidcClient(acme, { name: "Portal" });
  await revokeOidcClient(acme, gone.id);
  const late = await anOidcClient(acme, { name: "Portal" });
  for (const name of ["Portal", "Портал", "Ärzte & Co."]) await anOidcClient(acme, { name });
  await owner.query("BEGIN");
  await owner.query("ALTER TABLE oidc_clients DISABLE TRIGGER USER");
  // One was made between the two migrations, by a server without keys.
  await owner.query("UPDATE oidc_clients SET key = NULL WHERE id <> $1", [late.id]);
  await owner.query(fillsIn());
  const filled = await keys();
  const { rows } = await owner.query(
    "SELECT FROM oidc_clients WHERE revoked_at IS NULL GROUP BY environment_id, key HAVING count(*) > 1",
  );
  await owner.query(fillsIn());
  expect(await keys()).toEqual(filled);
  await owner.query("ROLLBACK");
  expect(rows).toEqual([]);
  expect(filled).toEqual([
    expect.stringMatching(/^portal-[0-9a-f]{8}$/),
    "portal",
    expect.stringMatching(/^portal-[0-9a-f]{8}$/),
    "client",
    "arzte-co",
  ]);
});

test("a key is never changed and never taken away", async () => {
  const { id } = await anOidcClient(acme, { key: "fixed" });
  for (const value of ["'another'", "NULL"])
    await expect(
      owner.query(`UPDATE oidc_clients SET key = ${value} WHERE id = $1`, [id]),
    ).rejects.toThrow("written once");
});

test("of live relying parties of an environment, one has a key; a revoked one leaves it to another", async () => {
  const first = await anOidcClient(acme, { key: "front" });
  await expect(anOidcClient(acme, { key: "front" })).rejects.toMatchObject({ reason: "conflict" });
  await revokeOidcClient(acme, first.id);
  await anOidcClient(acme, { key: "front" });
  await anOidcClient(await aTenant(), { key: "front" });
});
