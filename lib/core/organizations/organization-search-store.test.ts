import { beforeAll, expect, test } from "vitest";
import { searchMembers } from "@/lib/core/memberships/member-search-store";
import type { Organization } from "@/lib/core/organizations/organization";
import {
  findOrganizationNamed,
  listPresence,
  searchOrganizations,
} from "@/lib/core/organizations/organization-search-store";
import type { Browse } from "@/lib/kernel/db/keyset-page";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMember } from "@/tests/builders/a-member";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
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

type SearchInput = Partial<Browse> & { status?: Organization["status"] | null };

const search = (scope: TestEnvironment, input: SearchInput) =>
  inPrismaTransaction(scope, (transaction) =>
    searchOrganizations(transaction, { query: "", after: null, status: null, ...input }),
  );

test("an organization is found by part of name, slug and external id, and by its id", async () => {
  const initrode = await anOrganization(acme, {
    name: "Initrode Holding",
    slug: "irh-emea",
    externalId: "ERP 0042",
  });
  for (const query of ["ROD hold", "h-em", "erp 42", initrode.id])
    expect((await search(acme, { query })).rows, query).toMatchObject([{ id: initrode.id }]);
});

test("it is found only in its own environments, and by no other tenant", async () => {
  const here = await anOrganization(acme, { name: "Only Here Ltd" });
  for (const elsewhere of [staging, globex])
    for (const query of ["only here", here.id])
      expect((await search(elsewhere, { query })).rows).toEqual([]);
  const seen = await inPrismaTransaction(
    globex,
    ({ prisma }) =>
      prisma.$queryRaw<
        unknown[]
      >`SELECT * FROM atrium_search_organizations(${acme.environmentId}::uuid, '{}', NULL, 'created',
      false, '', NULL, 51)`,
  );
  expect(seen).toEqual([]);
});

test("a status narrows the search, and pages lead through all results", async () => {
  for (let index = 0; index < 52; index += 1)
    await anOrganization(globex, {
      name: `Chain ${index}`,
      status: index % 2 ? "disabled" : "active",
    });
  expect((await search(globex, { query: "chain", status: "disabled" })).rows).toHaveLength(26);
  const first = await search(globex, { query: "chain" });
  const rest = await search(globex, { query: "chain", after: first.next });
  const names = [...first.rows, ...rest.rows].map(({ name }) => name);
  expect(names).toEqual(Array.from({ length: 52 }, (_, index) => `Chain ${51 - index}`));
  expect(rest.next).toBeNull();
});

test("members are found by address and name, within the one organization", async () => {
  const { organizationId } = await aMember(acme);
  const grace = await aUser(acme, {
    email: "grace@navy.example",
    displayName: "Grace Hopper",
    password: null,
  });
  await aMember(acme, { userId: grace.id, organizationId });
  await aMember(acme, { userId: grace.id });
  const found = await inPrismaTransaction(acme, (transaction) =>
    searchMembers(transaction, organizationId, { query: "hopper navy", after: null }),
  );
  expect(found.rows).toMatchObject([{ userId: grace.id, roleName: null, status: "active" }]);
  const everybody = await inPrismaTransaction(acme, (transaction) =>
    searchMembers(transaction, organizationId, { query: "", after: null }),
  );
  expect(everybody.rows).toHaveLength(2);
  expect([found.total, everybody.total]).toEqual([1, 2]);
  const elsewhere = await inPrismaTransaction(globex, (transaction) =>
    searchMembers(transaction, organizationId, { query: "", after: null }),
  );
  expect(elsewhere.rows).toEqual([]);
});

test("an organization is found by its slug or its id, in its own environment only", async () => {
  const { id, slug, name } = await anOrganization(acme, { slug: "meant-by-slug" });
  const named = (scope: TestEnvironment, text: string) =>
    inPrismaTransaction(scope, (transaction) => findOrganizationNamed(transaction, text));
  for (const text of [` ${slug.toUpperCase()} `, id])
    expect(await named(acme, text)).toEqual({ id, name });
  expect(await named(acme, name)).toBeNull();
  for (const elsewhere of [staging, globex])
    for (const text of [slug, id]) expect(await named(elsewhere, text)).toBeNull();
});

test("the presence of an organization lists the tenant's environments that have it", async () => {
  const { id } = await anOrganization(acme, { status: "disabled" });
  const presence = await inPrismaTransaction(acme, (transaction) => listPresence(transaction, id));
  expect(presence.map(({ key, status }) => [key, status])).toEqual([
    ["production", "disabled"],
    ["staging", null],
  ]);
});
