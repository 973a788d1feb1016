import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/management/access/explain/route";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { setOverride } from "@/lib/core/entitlements/change-override";
import { changePackageApps } from "@/lib/core/packages/change-package-apps";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["entitlements:read"]);
});

const explain = (userId: string, appId: string, organizationId?: string) =>
  call(POST, {
    method: "POST",
    path: "/api/v1/management/access/explain",
    token,
    body: { user_id: userId, app_id: appId, organization_id: organizationId },
  });

describe("explaining access", () => {
  test("names the layers through which a user reaches an app", async () => {
    const pro = await aPackage(acme, { entitlements: ["reports"] });
    const app = await anApp(acme, { packagePolicy: "any" });
    const role = await aRole(acme, { appIds: [app.id] });
    const member = await aMember(acme, { roleId: role.id, packageId: pro.id });
    const { body } = await explain(member.userId, app.id, member.organizationId);
    expect(body).toMatchObject({
      outcome: "granted",
      reason: null,
      grant: { organization_id: member.organizationId, role: role.key, package: pro.key },
    });
    const { evaluations } = body as { evaluations: { layers: { result: string }[] }[] };
    expect(evaluations[0]?.layers.map(({ result }) => result)).toEqual(Array(12).fill("passed"));
  });

  test("names the denying layer, and the later ones as not reached", async () => {
    const app = await anApp(acme);
    const member = await aMember(acme, { roleId: (await aRole(acme)).id });
    const { body } = await explain(member.userId, app.id, member.organizationId);
    expect(body).toMatchObject({ outcome: "denied", reason: "role_denied", grant: null });
    const { evaluations } = body as { evaluations: { layers: object[] }[] };
    expect(evaluations[0]?.layers[7]).toEqual({
      name: "role_apps",
      layer: "role_denied",
      result: "denied",
    });
    expect(evaluations[0]?.layers[8]).toEqual({
      name: "organization_type",
      layer: "org_type_denied",
      result: "not_reached",
    });
  });

  test("names the entitlements that are missing, and a package that does not list the app", async () => {
    const required = ["export", "sso", "api"];
    const app = await anApp(acme, { packagePolicy: "listed", requiredEntitlements: required });
    const role = await aRole(acme, { appIds: [app.id] });
    const pro = await aPackage(acme, { entitlements: ["export"] });
    const member = await aMember(acme, { roleId: role.id, packageId: pro.id });
    const ask = async () => (await explain(member.userId, app.id, member.organizationId)).body;
    const lacking = { missing_entitlements: ["sso", "api"], package_lacks_app: true };
    expect(await ask()).toMatchObject({ reason: "entitlement_missing", evaluations: [lacking] });
    await changePackageApps(acme, pro.id, [app.id]);
    expect(await ask()).toMatchObject({ evaluations: [{ ...lacking, package_lacks_app: false }] });
    await changeEntitlementPolicy(acme, { mode: "observe" });
    expect(await ask()).toMatchObject({
      observed: ["entitlement_missing"],
      evaluations: [{ missing_entitlements: ["sso", "api"] }],
    });
    await changeEntitlementPolicy(acme, { mode: "off" });
    expect(await ask()).toMatchObject({ evaluations: [{ missing_entitlements: [] }] });
    await changeEntitlementPolicy(acme, { mode: "enforce" });
    const { organizationId } = member;
    for (const entitlement of ["sso", "api"])
      await setOverride(acme, { organizationId, entitlement, effect: "grant" });
    expect(await ask()).toMatchObject({
      outcome: "granted",
      evaluations: [{ missing_entitlements: [], package_lacks_app: false }],
    });
  });

  test("reveals no entitlements of a user whom an earlier layer denies", async () => {
    const app = await anApp(acme, { requiredEntitlements: ["sso"] });
    const member = await aMember(acme, { roleId: (await aRole(acme)).id });
    const { body } = await explain(member.userId, app.id, member.organizationId);
    expect(body).toMatchObject({ evaluations: [{ missing_entitlements: [] }] });
  });

  test("the default package holds for an organization without one of its own", async () => {
    const app = await anApp(acme, { packagePolicy: "any" });
    const role = await aRole(acme, { appIds: [app.id] });
    const member = await aMember(acme, { roleId: role.id });
    const ask = () => explain(member.userId, app.id, member.organizationId);
    expect((await ask()).body).toMatchObject({ reason: "package_unassigned" });
    const fallback = await aPackage(acme);
    await changeEntitlementPolicy(acme, { defaultPackageId: fallback.id });
    expect((await ask()).body).toMatchObject({ grant: { package: fallback.key } });
    await changeEntitlementPolicy(acme, { defaultPackageId: null, mode: "observe" });
    expect((await ask()).body).toMatchObject({
      outcome: "granted",
      observed: ["package_unassigned"],
    });
    await changeEntitlementPolicy(acme, { mode: "enforce" });
  });

  test("without an organization it looks at every membership and offers those that reach", async () => {
    const app = await anApp(acme);
    const role = await aRole(acme, { appIds: [app.id] });
    const first = await aMember(acme, { roleId: role.id, organizationName: "B" });
    const { userId } = first;
    expect((await explain(userId, app.id)).body).toMatchObject({ outcome: "granted" });
    const second = await aMember(acme, { userId, roleId: role.id, organizationName: "A" });
    await aMember(acme, { userId, organizationName: "C" });
    const { body } = await explain(userId, app.id);
    expect(body).toMatchObject({
      outcome: "selection_required",
      organizations: [
        { id: second.organizationId, name: "A" },
        { id: first.organizationId, name: "B" },
      ],
    });
    expect((body as { evaluations: unknown[] }).evaluations).toHaveLength(3);
  });

  test("an unknown app and organization are layers, an unknown user is a 422", async () => {
    const app = await anApp(acme);
    const { userId } = await aMember(acme);
    expect((await explain(userId, randomUUID())).body).toMatchObject({ reason: "app_unknown" });
    expect((await explain(userId, app.id, randomUUID())).body).toMatchObject({
      reason: "organization_unknown",
    });
    const foreignMember = await aMember(await aTenant());
    const answer = await explain(foreignMember.userId, app.id);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^user_id:/) });
  });
});
