import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as packageAppsRoute from "@/app/api/v1/management/packages/[id]/apps/route";
import * as packageRoute from "@/app/api/v1/management/packages/[id]/route";
import * as packagesRoute from "@/app/api/v1/management/packages/route";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { createOrganization } from "@/lib/core/organizations/create-organization";
import { changeWorkspacePackage } from "@/lib/core/workspaces/change-workspace-package";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["packages:read", "packages:write"]);
});

const path = "/api/v1/management/packages";
const create = (body: unknown) => call(packagesRoute.POST, { method: "POST", path, token, body });
const change = (id: string, body: unknown) =>
  call(packageRoute.PATCH, { method: "PATCH", path: `${path}/${id}`, params: { id }, token, body });
const remove = (id: string) =>
  call(packageRoute.DELETE, { method: "DELETE", path: `${path}/${id}`, params: { id }, token });
const replaceApps = (id: string, appIds: string[]) =>
  call(packageAppsRoute.POST, {
    method: "POST",
    path: `${path}/${id}/apps`,
    params: { id },
    token,
    body: { app_ids: appIds },
  });

describe("creating a package", () => {
  test("answers 201 with the record, active by default", async () => {
    const app = await anApp(acme);
    const key = randomUUID();
    const answer = await create({ key, name: "Pro", entitlements: ["api"], app_ids: [app.id] });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: "active",
      entitlements: ["api"],
      app_ids: [app.id],
    });
    const { id } = answer.body as { id: string };
    expect(await eventsOf(acme, id)).toEqual(["package.created"]);
    const listed = await call(packagesRoute.GET, { path, token });
    expect(listed.body).toMatchObject({ packages: [expect.objectContaining({ id })] });
  });

  test("with one key twenty times at the same moment makes one, with one audit event", async () => {
    const body = { key: `pro-${randomUUID()}`, name: "Pro" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const madeId = (made[0]?.body as { id: string } | undefined)?.id ?? "";
    expect(await eventsOf(acme, madeId)).toEqual(["package.created"]);
  });

  test("a taken key is a conflict, an app of another tenant a 422", async () => {
    const taken = await aPackage(acme);
    expect((await create({ key: taken.key, name: "Pro" })).status).toBe(409);
    const foreign = await anApp(globex);
    const answer = await create({ key: randomUUID(), name: "Pro", app_ids: [foreign.id] });
    expect(answer.status).toBe(422);
  });
});

describe("changing a package", () => {
  test("changes only the fields in the request", async () => {
    const pro = await aPackage(acme, { entitlements: ["api"] });
    expect((await change(pro.id, { status: "inactive" })).body).toMatchObject({
      status: "inactive",
      entitlements: ["api"],
      name: pro.name,
    });
    expect((await change(pro.id, { status: null })).body).toMatchObject({ status: "inactive" });
    expect(await eventsOf(acme, pro.id)).toEqual(["package.created", "package.updated"]);
  });

  test("its apps are replaced as a whole set", async () => {
    const [one, two] = [await anApp(acme), await anApp(acme)];
    const pro = await aPackage(acme, { appIds: [one.id] });
    expect((await replaceApps(pro.id, [two.id])).body).toMatchObject({ app_ids: [two.id] });
    expect((await replaceApps(pro.id, [(await anApp(globex)).id])).status).toBe(422);
    expect((await replaceApps(pro.id, [])).body).toMatchObject({ app_ids: [] });
  });
});

describe("deleting a package", () => {
  test("answers 204, and the next time it is gone", async () => {
    const pro = await aPackage(acme);
    expect((await remove(pro.id)).status).toBe(204);
    expect((await remove(pro.id)).status).toBe(404);
  });

  test("is a conflict while an organization has it", async () => {
    const pro = await aPackage(acme);
    await aMember(acme, { packageId: pro.id });
    expect((await remove(pro.id)).status).toBe(409);
  });

  test("is a conflict while it is the default", async () => {
    const pro = await aPackage(acme);
    await changeEntitlementPolicy(acme, { defaultPackageId: pro.id });
    expect((await remove(pro.id)).status).toBe(409);
    await changeEntitlementPolicy(acme, { defaultPackageId: null });
    expect((await remove(pro.id)).status).toBe(204);
  });
});

describe("a package that is deleted while another request starts to use it", () => {
  const ways: [string, (packageId: string) => Promise<unknown>][] = [
    ["as the default", (id) => changeEntitlementPolicy(acme, { defaultPackageId: id })],
    [
      "for a new organization",
      (id) => createOrganization(acme, { name: "Initech", packageId: id }),
    ],
    [
      "for a workspace",
      async (id) => {
        const { organizationId } = await aMember(acme);
        return changeWorkspacePackage(acme, organizationId, id);
      },
    ],
  ];
  test.each(ways)("%s, stays or is gone, and the loser gets the reason", async (_, takeUp) => {
    for (let round = 0; round < 8; round++) {
      const { id } = await aPackage(acme);
      const [deleted, taken] = await Promise.allSettled([remove(id), takeUp(id)]);
      const status = deleted.status === "fulfilled" ? deleted.value.status : 500;
      if (taken.status === "rejected")
        expect(taken.reason).toMatchObject({ reason: "unprocessable" });
      expect(status).toBe(taken.status === "fulfilled" ? 409 : 204);
    }
    await changeEntitlementPolicy(acme, { defaultPackageId: null });
  });
});
