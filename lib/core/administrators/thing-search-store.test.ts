import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { findThing, searchThings } from "@/lib/core/administrators/thing-search-store";
import { searchOrganizations } from "@/lib/core/organizations/organization-search-store";
import { searchUsers } from "@/lib/core/users/user-search-store";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anOrganization } from "@/tests/builders/an-organization";

let acme: TestEnvironment;
let staging: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  staging = tenant.others[0] ?? tenant;
  globex = await aTenant({ name: "Globex" });
});

const named = (scope: TestEnvironment, query: string) =>
  inTransaction(scope, (db) => searchThings(db, query));
const withId = (scope: TestEnvironment, id: string) =>
  inTransaction(scope, (db) => findThing(db, id));

test("a named object is found by part of its name or key, with the words in any order", async () => {
  await anApp(acme, { key: "lighthouse-app", name: "Lighthouse" });
  await aRole(acme, { key: "lighthouse-keeper", name: "Keeper" });
  const found = await named(acme, "HOUSE light");
  expect(found.map(({ kind, name }) => [kind, name])).toEqual([
    ["apps", "Lighthouse"],
    ["roles", "Keeper"],
  ]);
  expect(await named(acme, "light%house")).toEqual([]);
});

test("another environment and another tenant find none of it, neither by name nor by id", async () => {
  const app = await anApp(acme, { key: "only-here-app", name: "Only here" });
  const { id } = await anOrganization(acme);
  for (const elsewhere of [staging, globex]) {
    expect(await named(elsewhere, "only-here-app")).toEqual([]);
    for (const one of [app.id, id]) expect(await withId(elsewhere, one)).toBeNull();
  }
});

test("an id finds its object, and a session's id its user", async () => {
  const organization = await anOrganization(acme, { name: "Hooli" });
  expect(await withId(acme, organization.id)).toMatchObject({
    kind: "organizations",
    ref: organization.id,
    name: "Hooli",
  });
  const session = await aSession(acme);
  expect(await withId(acme, session.id)).toMatchObject({ kind: "sessions", ref: session.userId });
  expect(await withId(acme, newId())).toBeNull();
});

test("no search scans the whole table of users, by name, by page or by id", async () => {
  const crowd = await aTenant({ name: "Crowd" });
  await addUsers(crowd, 30_000);
  const browse = { query: "crowd-777", after: null, status: null };
  const scans = await inTransaction(crowd, async (db) => {
    const found = await searchUsers(db, browse);
    expect(found.rows.map(({ displayName }) => displayName)).toContain("Crowd-777");
    await searchUsers(db, { ...browse, query: "" });
    await searchUsers(db, { ...browse, query: "crowd" });
    await searchOrganizations(db, browse);
    await searchThings(db, "crowd");
    await findThing(db, found.rows[0]?.id ?? "");
    // Scans of this transaction so far, by kind.
    return db.first(read<{ whole: number; indexed: number }>`
      SELECT seq_scan AS whole, idx_scan AS indexed FROM pg_stat_xact_user_tables WHERE relname = 'users'`);
  });
  expect(scans?.whole).toBe(0);
  expect(scans?.indexed).toBeGreaterThan(0);
});

/** Adds users faster than the use case does, which hashes and audits each of them. */
async function addUsers({ tenantId, environmentId }: TestEnvironment, count: number) {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query(
    `INSERT INTO users (tenant_id, environment_id, email, email_key, display_name)
     SELECT $1, $2, 'crowd-' || n || '@crowd.example', 'crowd-' || n || '@crowd.example', 'Crowd-' || n
     FROM generate_series(1, $3::int) AS n`,
    [tenantId, environmentId, count],
  );
  await owner.query("ANALYZE users");
  await owner.end();
}
