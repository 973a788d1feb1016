import { beforeAll, expect, test } from "vitest";
import { readFigures, readReach } from "@/lib/core/campaigns/campaign-reach-store";
import { searchCampaigns } from "@/lib/core/campaigns/campaign-search-store";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aCampaign } from "@/tests/builders/a-campaign";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

test("the displayed reach of a campaign has exactly the figures that are confirmed", async () => {
  const tenant = await aTenant({ name: "Umbrella" });
  const [one, two] = [await anInstallation(tenant), await anInstallation(tenant)];
  const { selector } = await aCampaign(tenant);
  const reach = (after: string | null, limit: number) =>
    inPrismaTransaction(tenant, (t) => readReach(t, selector, { after, limit }));
  const figures = await inPrismaTransaction(tenant, (t) => readFigures(t, selector));
  const first = await reach(null, 1);
  expect(first).toMatchObject({ ...figures, count: 2, shown: [{ id: one.id }] });
  expect(await reach(one.id, 1)).toMatchObject({ ...figures, shown: [{ id: two.id }] });
  expect(await reach(two.id, 1)).toEqual({ ...figures, shown: [] });
  const back = await inPrismaTransaction(tenant, (t) =>
    readReach(t, selector, { after: null, before: two.id, limit: 1 }),
  );
  expect(back).toMatchObject({ ...figures, shown: [{ id: one.id }] });
  await retireInstallation(tenant, one.id);
  await retireInstallation(tenant, two.id);
  expect(await reach(null, 1)).toMatchObject({ count: 0, shown: [] });
});

test("campaigns are found by name and version, in their own tenant alone", async () => {
  const { id } = await aCampaign(acme);
  const find = (scope: TestEnvironment, query: string) =>
    inPrismaTransaction(scope, (t) => searchCampaigns(t, { query, after: null, status: null }));
  expect((await find(acme, "HALLS 2.5")).rows).toMatchObject([{ id, ended: 0, status: "draft" }]);
  expect((await find(globex, "halls")).rows).toEqual([]);
});
