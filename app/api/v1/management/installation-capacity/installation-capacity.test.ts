import { expect, test } from "vitest";
import { GET, PATCH } from "@/app/api/v1/management/installation-capacity/route";
import { retireInstallation } from "@/lib/core/campaigns/retire-installation";
import { setInstallationMaximum } from "@/lib/core/operators/set-installation-maximum";
import { noRequest } from "@/lib/kernel/caller";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anInstallation } from "@/tests/builders/an-installation";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

const path = "/api/v1/management/installation-capacity";
const scopes = ["workspaces:read", "workspaces:write"];
const operator = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;

const read = async (one: TestEnvironment) =>
  (await call(GET, { path, token: await aMachineToken(one, scopes) })).body;
const setLimit = async (one: TestEnvironment, limit: unknown) =>
  call(PATCH, { method: "PATCH", path, token: await aMachineToken(one, scopes), body: { limit } });
const setMaximum = (one: TestEnvironment, maximum: number) =>
  setInstallationMaximum(operator, one.publicId, maximum);

test("capacity counts active installations over all environments of the tenant", async () => {
  const acme = await aTenant({ environments: ["production", "staging"] });
  const [staging] = acme.others as [TestEnvironment];
  await anInstallation(await aTenant());
  const first = await anInstallation(acme);
  await anInstallation(staging);
  expect(await read(acme)).toEqual({ limit: 100, maximum: 100, active: 2 });
  expect(await read(staging)).toEqual({ limit: 100, maximum: 100, active: 2 });
  await retireInstallation(acme, first.id);
  expect(await read(acme)).toEqual({ limit: 100, maximum: 100, active: 1 });
});

test("the limit goes up to the operator's maximum and not above", async () => {
  const acme = await aTenant();
  const above = await setLimit(acme, 101);
  expect(above.status).toBe(422);
  expect(above.body).toMatchObject({ code: "installation_limit_above_maximum", maximum: 100 });
  await setMaximum(acme, 250);
  expect((await setLimit(acme, 250)).body).toEqual({ limit: 250, maximum: 250, active: 0 });
  expect(await read(acme)).toEqual({ limit: 250, maximum: 250, active: 0 });
  expect(await eventsOf(acme, acme.tenantId)).toEqual([
    "tenant.created",
    "installation_capacity.maximum_changed",
    "installation_capacity.limit_changed",
  ]);
});

test("the maximum does not go below the limit, which is lowered first", async () => {
  const acme = await aTenant();
  await expect(setMaximum(acme, 99)).rejects.toMatchObject({
    reason: "installation_maximum_below_limit",
    fields: { limit: 100 },
  });
  await setLimit(acme, 10);
  expect(await setMaximum(acme, 10)).toEqual({ limit: 10, maximum: 10, active: 0 });
  await expect(
    setInstallationMaximum(operator, "atr_somebody-else-entirely", 10),
  ).rejects.toMatchObject({ reason: "missing" });
});

test("a limit below the active count retires none, and lets none in", async () => {
  const acme = await aTenant();
  await anInstallation(acme);
  await anInstallation(acme);
  expect((await setLimit(acme, 1)).body).toEqual({ limit: 1, maximum: 100, active: 2 });
  await expect(anInstallation(acme)).rejects.toMatchObject({
    reason: "installation_limit_reached",
  });
});

test("the limit never passes the maximum, under parallel changes", async () => {
  const acme = await aTenant();
  await setLimit(acme, 10);
  await Promise.allSettled([
    ...[20, 40, 60, 80].map((limit) => setLimit(acme, limit)),
    ...[15, 35, 55, 75].map((maximum) => setMaximum(acme, maximum)),
  ]);
  const { limit, maximum } = (await read(acme)) as { limit: number; maximum: number };
  expect(limit).toBeLessThanOrEqual(maximum);
});

test("a limit that is no number of installations is a 400 that names it", async () => {
  const acme = await aTenant();
  for (const limit of [-1, 1.5, "5", null, 1e9]) {
    const answer = await setLimit(acme, limit);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining("limit") });
  }
});
