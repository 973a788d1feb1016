import { beforeAll, expect, test } from "vitest";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { removeOverride, setOverride } from "@/lib/core/entitlements/change-override";
import type { EntitlementOverride } from "@/lib/core/entitlements/entitlement-policy";
import { searchOverrides } from "@/lib/core/entitlements/override-search-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant();
});

const overrides = (scope: TestEnvironment, query = "", after: string | null = null) =>
  inTransaction(scope, (db) => searchOverrides(db, { query, after }));

test("an override is set, reversed and removed, each audited once", async () => {
  const { id: organizationId } = await anOrganization(acme, { name: "Overridden" });
  const one = { organizationId, entitlement: "exports" };
  await setOverride(acme, { ...one, effect: "grant" });
  await setOverride(acme, { ...one, effect: "grant" });
  await setOverride(acme, { ...one, effect: "deny" });
  expect((await overrides(acme, "overrid export")).rows).toEqual([
    { ...one, effect: "deny", organizationName: "Overridden" },
  ]);
  await removeOverride(acme, one);
  expect((await overrides(acme)).rows).toEqual([]);
  await expect(removeOverride(acme, one)).rejects.toMatchObject({ reason: "missing" });
  expect(await eventsOf(acme, acme.environmentId)).toEqual(
    Array.from({ length: 3 }, () => "entitlement_policy.updated"),
  );
});

test("administrators who add overrides in parallel lose none of them", async () => {
  const { id: organizationId } = await anOrganization(acme);
  const entitlements = Array.from({ length: 8 }, (_, index) => `feature-${index}`);
  await Promise.all(
    entitlements.map((entitlement) =>
      setOverride(acme, { organizationId, entitlement, effect: "grant" }),
    ),
  );
  expect((await overrides(acme, "feature")).rows.map(({ entitlement }) => entitlement)).toEqual(
    entitlements,
  );
});

test("overrides are paged fifty at a time", async () => {
  const { id: organizationId } = await anOrganization(acme);
  for (let index = 0; index < 55; index += 1)
    await setOverride(acme, { organizationId, entitlement: `page-${index}`, effect: "deny" });
  const first = await overrides(acme, "page-");
  const second = await overrides(acme, "page-", first.next);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 5, null]);
  expect([first.total, second.total, (await overrides(acme, "page-54")).total]).toEqual([
    55, 55, 1,
  ]);
});

test("an organization of another tenant can't be overridden", async () => {
  const { id: organizationId } = await anOrganization(globex);
  await expect(
    setOverride(acme, { organizationId, entitlement: "exports", effect: "grant" }),
  ).rejects.toMatchObject({ reason: "unprocessable" });
});

test("a refusal of a whole list has a message name, which the dashboard translates", async () => {
  const { id: organizationId } = await anOrganization(acme);
  const { id: foreign } = await anOrganization(globex);
  const one = { organizationId, entitlement: "exports", effect: "grant" } as const;
  const refused = (overrides: EntitlementOverride[], name: string) =>
    expect(changeEntitlementPolicy(acme, { overrides })).rejects.toMatchObject({
      reason: "unprocessable",
      says: [{ name }],
    });
  await refused([one, { ...one, effect: "deny" }], "overrideTwice");
  await refused([{ ...one, organizationId: foreign }], "organizationUnknown");
});
