import { beforeAll, expect, test } from "vitest";
import { type Browse, PAGE_ROWS } from "@/lib/browse";
import { inTenant } from "@/lib/db";
import { readFigures, readReach } from "@/lib/installations/campaign-membership-store";
import { searchCampaigns } from "@/lib/installations/campaign-search-store";
import type { InstallationStatus } from "@/lib/installations/installation";
import {
  findInstallationWhole,
  searchInstallations,
} from "@/lib/installations/installation-search-store";
import { findInstallation } from "@/lib/installations/installation-store";
import { retireInstallation } from "@/lib/installations/retire-installation";
import { aCampaign } from "@/tests/builders/a-campaign";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { anOrganization } from "@/tests/builders/an-organization";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

type Wanted = Partial<Browse> & { status?: InstallationStatus | null };
const search = (scope: TestEnvironment, wanted: Wanted) =>
  inTenant(scope, (t) =>
    searchInstallations(t, { query: "", after: null, status: null, ...wanted }),
  );

test("an installation is found by name, platform, version, organization, id and key", async () => {
  const { id: organizationId } = await anOrganization(acme, { name: "Harbour Printing" });
  const { id } = await anInstallation(acme, {
    installationName: "press-50%",
    platform: "freebsd/riscv64",
    version: "7.7.1",
    organizationId,
  });
  const stored = await inTenant(acme, (t) => findInstallation(t, id));
  for (const query of ["PRESS-50%", "riscv 7.7", "harbour", id, stored?.keyThumbprint ?? ""])
    expect((await search(acme, { query })).rows, query).toMatchObject([
      { id, organizationName: "Harbour Printing" },
    ]);
  for (const query of ["press_50", "7.7.2", "\u0000harbour nowhere"])
    expect((await search(acme, { query })).rows, query).toEqual([]);
});

test("no other tenant finds it, and none sees it whole", async () => {
  const { id } = await anInstallation(acme, { installationName: "secret-press" });
  for (const query of ["secret-press", id])
    expect((await search(globex, { query })).rows).toEqual([]);
  expect(await inTenant(globex, (t) => findInstallationWhole(t, id))).toBeNull();
  expect(await inTenant(acme, (t) => findInstallationWhole(t, id))).toMatchObject({
    name: "secret-press",
    enrolmentToken: { name: "Halls" },
    organizationName: null,
  });
});

test("retired ones are told apart from active ones", async () => {
  const { id } = await anInstallation(acme, { installationName: "old-press" });
  await retireInstallation(acme, id);
  expect((await search(acme, { query: "old-press", status: "active" })).rows).toEqual([]);
  expect((await search(acme, { query: "old-press", status: "retired" })).rows).toMatchObject([
    { id, retiredAt: expect.any(Date) },
  ]);
});

test("pages follow each other without a gap, and a place that is none is the beginning", async () => {
  const tenant = await aTenant({ name: "Initech" });
  for (let index = 0; index <= PAGE_ROWS; index++) await anInstallation(tenant);
  const first = await search(tenant, {});
  expect(first.rows).toHaveLength(PAGE_ROWS);
  const second = await search(tenant, { after: first.next });
  expect(second.rows).toHaveLength(1);
  expect(second.next).toBeNull();
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(new Set(ids).size).toBe(PAGE_ROWS + 1);
  expect((await search(tenant, { after: "nowhere" })).rows).toHaveLength(PAGE_ROWS);
});

test("whom a campaign reaches is shown with the very figures that are confirmed", async () => {
  const tenant = await aTenant({ name: "Umbrella" });
  const [one, two] = [await anInstallation(tenant), await anInstallation(tenant)];
  const { selector } = await aCampaign(tenant);
  const reach = (after: string | null, limit: number) =>
    inTenant(tenant, (t) => readReach(t, selector, { after, limit }));
  const figures = await inTenant(tenant, (t) => readFigures(t, selector));
  const first = await reach(null, 1);
  expect(first).toMatchObject({ ...figures, count: 2, shown: [{ id: one.id }] });
  expect(await reach(one.id, 1)).toMatchObject({ ...figures, shown: [{ id: two.id }] });
  expect(await reach(two.id, 1)).toEqual({ ...figures, shown: [] });
  await retireInstallation(tenant, one.id);
  await retireInstallation(tenant, two.id);
  expect(await reach(null, 1)).toMatchObject({ count: 0, shown: [] });
});

test("campaigns are found by name and version, in their own tenant alone", async () => {
  const { id } = await aCampaign(acme);
  const find = (scope: TestEnvironment, query: string) =>
    inTenant(scope, (t) => searchCampaigns(t, { query, after: null, status: null }));
  expect((await find(acme, "HALLS 2.5")).rows).toMatchObject([{ id, ended: 0, status: "draft" }]);
  expect((await find(globex, "halls")).rows).toEqual([]);
});
