import { beforeAll, describe, expect, test } from "vitest";
import * as environmentRoute from "@/app/api/v1/management/workspaces/[org]/environment/route";
import * as typeRoute from "@/app/api/v1/management/workspaces/[org]/organization-type/route";
import * as packageRoute from "@/app/api/v1/management/workspaces/[org]/package/route";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPackage } from "@/tests/builders/a-package";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let staging: TestEnvironment;
let token: string;

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  const [other] = tenant.others;
  if (!other) throw new Error("The tenant has one environment");
  [acme, staging] = [tenant, other];
  token = await aMachineToken(acme, ["workspaces:write"]);
  await createOrganizationType(acme, { key: "clinic", name: "Clinic" });
  await createOrganizationType(acme, { key: "school", name: "School" });
  await createOrganizationType(staging, { key: "clinic", name: "Clinic" });
});

const at = (org: string, what: string) => ({
  path: `/api/v1/management/workspaces/${org}/${what}`,
  params: { org },
  token,
});
const assign = (org: string, packageId: unknown) =>
  call(packageRoute.PATCH, {
    method: "PATCH",
    ...at(org, "package"),
    body: { package_id: packageId },
  });
const add = (org: string, body: unknown) =>
  call(environmentRoute.POST, { method: "POST", ...at(org, "environment"), body });
const retype = (org: string, organizationType: unknown) =>
  call(typeRoute.PATCH, {
    method: "PATCH",
    ...at(org, "organization-type"),
    body: { organization_type: organizationType },
  });

test("a package is assigned and taken away, each audited once", async () => {
  const { id } = await anOrganization(acme);
  const pack = await aPackage(acme);
  for (const chosenPackageId of [pack.id, pack.id, null, null]) {
    const answer = await assign(id, chosenPackageId);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      organization_id: id,
      environment: "production",
      status: "active",
      organization_type: null,
      package_id: chosenPackageId,
    });
  }
  expect(await eventsOf(acme, id)).toEqual([
    "workspace.package_changed",
    "workspace.package_changed",
  ]);
});

test("a package of the tenant's other environment is a 422 that names the field", async () => {
  const { id } = await anOrganization(acme);
  const answer = await assign(id, (await aPackage(staging)).id);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^package_id: /) });
  expect((await assign(id, undefined)).status).toBe(400);
});

describe("adding an organization to an environment", () => {
  test("resolves its type there, answers 201, then 200 with the existing record", async () => {
    const { id } = await anOrganization(acme);
    const first = await add(id, { environment: "staging", organization_type: "clinic" });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      organization_id: id,
      environment: "staging",
      status: "active",
      organization_type: "clinic",
      package_id: null,
    });
    const again = await add(id, { environment: "staging" });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await eventsOf(acme, id)).toEqual(["workspace.added"]);
  });

  test("is done once by twenty parallel calls", async () => {
    const { id } = await anOrganization(acme);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add(id, { environment: "staging" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await eventsOf(acme, id)).toEqual(["workspace.added"]);
  });

  test("a pair that is not configured is the spec's 400 with every pair of the tenant", async () => {
    const { id } = await anOrganization(acme);
    for (const requested of [
      { organization_type: "school", environment: "staging" },
      { organization_type: "clinic", environment: "nowhere" },
    ]) {
      const answer = await add(id, requested);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: "organization_type_not_resolved",
        requested,
        available: [
          { organization_type: "clinic", environment: "production" },
          { organization_type: "school", environment: "production" },
          { organization_type: "clinic", environment: "staging" },
        ],
        available_total: 3,
      });
    }
  });

  test("an environment that the tenant does not have is a 422 that names the field", async () => {
    const { id } = await anOrganization(acme);
    const answer = await add(id, { environment: "nowhere" });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^environment: /) });
  });
});

test("a type is changed, audited once, and offered at most fifty at a time when it is unknown", async () => {
  const { id } = await anOrganization(acme);
  expect((await retype(id, "clinic")).body).toMatchObject({ organization_type: "clinic" });
  expect((await retype(id, "clinic")).status).toBe(200);
  expect(await eventsOf(acme, id)).toEqual(["workspace.organization_type_changed"]);

  const tenant = await aTenant();
  for (let n = 0; n < 52; n++)
    await createOrganizationType(tenant, { key: `type-${n}`, name: `Type ${n}` });
  const organization = await anOrganization(tenant);
  const answer = await call(typeRoute.PATCH, {
    method: "PATCH",
    ...at(organization.id, "organization-type"),
    token: await aMachineToken(tenant, ["workspaces:write"]),
    body: { organization_type: "unknown" },
  });
  const body = answer.body as { available: unknown[]; available_total: number };
  expect([answer.status, body.available.length, body.available_total]).toEqual([400, 50, 52]);
});

test("a type of the other environment is not offered where only the caller's counts", async () => {
  const { id } = await anOrganization(acme);
  const answer = await retype(id, "hospital");
  expect(answer.body).toMatchObject({
    requested: { organization_type: "hospital", environment: "production" },
    available: [
      { organization_type: "clinic", environment: "production" },
      { organization_type: "school", environment: "production" },
    ],
    available_total: 2,
  });
});
