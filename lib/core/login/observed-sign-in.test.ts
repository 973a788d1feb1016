import { beforeAll, expect, test } from "vitest";
import { preflight } from "@/lib/core/login/preflight";
import { nameMeasuredTenants } from "@/lib/core/tenants/measured-tenants";
import { config } from "@/lib/kernel/config/config";
import { beginCounting, readMetrics } from "@/lib/kernel/process/metrics";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";

beforeAll(() => beginCounting());

/** Returns the series of a counter, as Prometheus shows them. */
async function series(name: string): Promise<Record<string, number>> {
  const found = (await readMetrics()).find((metric) => metric.name === name);
  const shown = (found?.values ?? []).map(({ labels, value }) => [
    Object.values(labels).join(" "),
    value,
  ]);
  return Object.fromEntries(shown);
}

test("sign-ins are counted by plane, outcome and factor, and by tenant only if the operator names it", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  config().metricsTenants = [acme.publicId, "atr_nobody"];
  await nameMeasuredTenants();
  for (const tenant of [acme, globex]) {
    const { email } = await aUser(tenant);
    const attempt = (password: string) =>
      preflight(tenant, { email, password, trustedDeviceToken: null, channel: "direct" });
    await attempt(A_PASSWORD);
    await expect(attempt("wrong")).rejects.toThrow();
  }
  const counted = await series("atrium_sign_ins_total");
  expect(counted).toMatchObject({ "direct challenged password": 2, "direct failed password": 2 });
  expect(await series("atrium_tenant_sign_ins_total")).toEqual({
    [`${acme.publicId} direct challenged`]: 1,
    [`${acme.publicId} direct failed`]: 1,
  });
});
