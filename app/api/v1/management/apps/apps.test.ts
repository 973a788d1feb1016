import { beforeAll, expect, test } from "vitest";
import * as disableRoute from "@/app/api/v1/management/apps/[id]/disable/route";
import * as enableRoute from "@/app/api/v1/management/apps/[id]/enable/route";
import * as policyRoute from "@/app/api/v1/management/apps/[id]/package-policy/route";
import * as appRoute from "@/app/api/v1/management/apps/[id]/route";
import * as appsRoute from "@/app/api/v1/management/apps/route";
import { createApp } from "@/lib/core/apps/create-app";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["packages:read", "packages:write"]);
  await createOrganizationType(acme, { key: "enterprise", name: "Enterprise" });
});

const changePolicy = (id: string, body: unknown) =>
  call(policyRoute.PATCH, {
    method: "PATCH",
    path: `/api/v1/management/apps/${id}/package-policy`,
    params: { id },
    token,
    body,
  });

test("every app of the environment is listed, and no other tenant's", async () => {
  const app = await anApp(acme);
  await anApp(await aTenant());
  const answer = await call(appsRoute.GET, { path: "/api/v1/management/apps", token });
  const { apps } = answer.body as { apps: { id: string }[] };
  expect(apps.map(({ id }) => id)).toEqual([app.id]);
});

test("a package policy changes the fields in the request and leaves the rest", async () => {
  const app = await anApp(acme, { requiredEntitlements: ["api"] });
  const answer = await changePolicy(app.id, {
    package_policy: "listed",
    allowed_organization_types: ["enterprise", "enterprise"],
  });
  expect(answer.body).toMatchObject({
    package_policy: "listed",
    allowed_organization_types: ["enterprise"],
    required_entitlements: ["api"],
  });
  expect(await eventsOf(acme, app.id)).toEqual(["app.created", "app.package_policy_changed"]);
});

test("an organization type that is not configured is a 422 that names the field", async () => {
  const app = await anApp(acme);
  const answer = await changePolicy(app.id, { allowed_organization_types: ["unheard-of"] });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    detail: expect.stringMatching(/^allowed_organization_types:/),
  });
});

test("neither name nor status can be changed along with the policy", async () => {
  const app = await anApp(acme);
  expect((await changePolicy(app.id, { status: "disabled" })).status).toBe(400);
  expect((await changePolicy(app.id, { package_policy: "some" })).status).toBe(400);
});

test("a key is taken once, and disabling is audited once", async () => {
  const app = await anApp(acme);
  await expect(createApp(acme, { key: app.key, name: "B" })).rejects.toMatchObject({
    reason: "conflict",
  });
  await setAppStatus(acme, app.id, "disabled");
  expect((await setAppStatus(acme, app.id, "disabled")).status).toBe("disabled");
  await setAppStatus(acme, app.id, "active");
  expect(await eventsOf(acme, app.id)).toEqual(["app.created", "app.disabled", "app.enabled"]);
});

const ask = <P>(
  handler: Parameters<typeof call<P>>[0],
  method: string,
  params: P,
  body?: unknown,
) =>
  call(handler, {
    method,
    path: "/api/v1/management/apps",
    params,
    token,
    ...(body === undefined ? {} : { body }),
  });

test("an app is created, read, renamed, disabled and enabled, with the dashboard's audit events", async () => {
  const input = { key: "billing", name: "Billing", package_policy: "any" };
  const created = await ask(appsRoute.POST, "POST", {}, input);
  expect(created).toMatchObject({
    status: 201,
    body: { ...input, status: "active", allowed_organization_types: [] },
  });
  const { id } = created.body as { id: string };
  expect((await ask(appRoute.GET, "GET", { id })).body).toEqual(created.body);
  const renamed = await ask(appRoute.PATCH, "PATCH", { id }, { name: "Invoices" });
  expect(renamed.body).toMatchObject({ name: "Invoices", key: input.key });
  for (let again = 0; again < 2; again++)
    expect((await ask(disableRoute.POST, "POST", { id })).body).toMatchObject({
      status: "disabled",
    });
  expect((await ask(enableRoute.POST, "POST", { id })).body).toMatchObject({ status: "active" });
  expect(await eventsOf(acme, id)).toEqual([
    "app.created",
    "app.updated",
    "app.disabled",
    "app.enabled",
  ]);
});

test("an app with a key that is taken, that is none, or with an unknown type is not created", async () => {
  const { key } = await anApp(acme);
  expect((await ask(appsRoute.POST, "POST", {}, { key, name: "Twice" })).status).toBe(409);
  expect((await ask(appsRoute.POST, "POST", {}, { key: "no key", name: "X" })).status).toBe(400);
  const unknown = await ask(
    appsRoute.POST,
    "POST",
    {},
    {
      ...{ key: "typed", name: "Typed", allowed_organization_types: ["unheard-of"] },
    },
  );
  expect(unknown).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/^allowed_organization_types:/) },
  });
  const { id } = await anApp(acme);
  expect((await ask(appRoute.PATCH, "PATCH", { id }, { key: "another" })).status).toBe(400);
});
