import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/auth/token/route";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;
let typeId: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["tokens:issue"]);
  typeId = (await createOrganizationType(acme, { key: "enterprise", name: "Enterprise" })).id;
  await createOrganizationType(acme, { key: "partner", name: "Partner" });
});

type Member = NonNullable<Parameters<typeof aMember>[1]>;
type AppOptions = NonNullable<Parameters<typeof anApp>[1]>;
interface Scene {
  app?: AppOptions;
  /** Package of the organization; null for none. */
  held?: { status?: "active" | "inactive"; entitlements?: string[]; listsApp?: boolean } | null;
  member?: Member;
  roleReaches?: boolean;
}

/** Creates a signed-in member of an organization whom every layer lets through, except for the changes of
 *  `scene`. */
async function inScene({ app: appOptions = {}, held, member = {}, roleReaches = true }: Scene) {
  const app = await anApp(acme, {
    packagePolicy: "listed",
    allowedOrganizationTypes: ["enterprise"],
    requiredEntitlements: ["reports"],
    ...appOptions,
  });
  const role = await aRole(acme, { appIds: roleReaches ? [app.id] : [] });
  const bought = held === null ? null : await boughtPackage(app.id, held ?? {});
  const made = await aMember(acme, {
    roleId: role.id,
    organizationTypeId: typeId,
    ...(bought ? { packageId: bought.id } : {}),
    ...member,
  });
  const session = await aSession(acme, { userId: made.userId });
  return { app, ...made, session };
}

function boughtPackage(appId: string, held: NonNullable<Scene["held"]>) {
  const { listsApp = true, ...options } = held;
  return aPackage(acme, {
    entitlements: ["reports"],
    appIds: listsApp ? [appId] : [],
    ...options,
  });
}

const mint = (sessionId: string, appId: string, organizationId?: string) =>
  call(POST, {
    method: "POST",
    path: "/api/v1/auth/token",
    token,
    body: { session_id: sessionId, app_id: appId, organization_id: organizationId },
  });

const accessEvents = (userId: string) =>
  inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$queryRaw<{ kind: string; metadata: object }[]>`
      SELECT kind, metadata FROM audit_events
      WHERE kind LIKE 'access.%' AND targets @> ${JSON.stringify([{ id: userId }])}::jsonb ORDER BY id`,
  );

describe("a token is issued", () => {
  test("when every layer passes, and no denial is audited", async () => {
    const { app, organizationId, session, userId } = await inScene({});
    const answer = await mint(session.id, app.id, organizationId);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ organization_id: organizationId });
    expect(await accessEvents(userId)).toEqual([]);
  });
});

describe("a token is denied with", () => {
  const active = { status: "active" } as const;
  test.each<[string, Scene]>([
    ["organization_inactive", { member: { workspaceStatus: "disabled" } }],
    ["no_membership", { member: { member: false } }],
    ["membership_inactive", { member: { status: "inactive" } }],
    ["no_role", { member: { roleId: null } }],
    ["role_denied", { roleReaches: false }],
    ["org_type_denied", { app: { allowedOrganizationTypes: ["partner"] } }],
    ["package_unassigned", { held: null }],
    ["package_inactive", { held: { status: "inactive" } }],
    ["entitlement_missing", { held: { ...active, entitlements: ["api"] } }],
    ["entitlement_missing", { held: { ...active, listsApp: false } }],
  ])("%s, and the denial is audited once", async (code, scene) => {
    const { app, organizationId, session, userId } = await inScene(scene);
    const answer = await mint(session.id, app.id, organizationId);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ status: 403, code });
    expect(await accessEvents(userId)).toMatchObject([
      { kind: "access.denied", metadata: { reason: code } },
    ]);
  });

  test("app_unknown, for an id that never was and for another tenant's alike", async () => {
    const { session, organizationId } = await inScene({});
    const foreign = await anApp(await aTenant());
    const never = await mint(session.id, randomUUID(), organizationId);
    expect(never.body).toMatchObject({ status: 403, code: "app_unknown" });
    expect((await mint(session.id, foreign.id, organizationId)).text).toBe(never.text);
  });

  test("app_disabled from the moment it is disabled, until it is enabled again", async () => {
    const { app, session, organizationId } = await inScene({});
    await setAppStatus(acme, app.id, "disabled");
    expect((await mint(session.id, app.id, organizationId)).body).toMatchObject({
      status: 403,
      code: "app_disabled",
    });
    await setAppStatus(acme, app.id, "active");
    expect((await mint(session.id, app.id, organizationId)).status).toBe(200);
  });

  test("organization_unknown, for an id that never was and for another tenant's alike", async () => {
    const { app, session } = await inScene({});
    const foreign = await aMember(await aTenant());
    const never = await mint(session.id, app.id, randomUUID());
    expect(never.body).toMatchObject({ status: 403, code: "organization_unknown" });
    expect((await mint(session.id, app.id, foreign.organizationId)).text).toBe(never.text);
  });
});

describe("the entitlement policy", () => {
  test("lets the package layers pass in observe and audits the denials they would have been", async () => {
    const { app, organizationId, session, userId } = await inScene({ held: null });
    await changeEntitlementPolicy(acme, { mode: "observe" });
    expect((await mint(session.id, app.id, organizationId)).status).toBe(200);
    expect(await accessEvents(userId)).toMatchObject([
      {
        kind: "access.observed",
        metadata: { reasons: ["package_unassigned", "entitlement_missing"] },
      },
    ]);
    const outsider = await inScene({ held: null, roleReaches: false });
    expect(
      (await mint(outsider.session.id, outsider.app.id, outsider.organizationId)).body,
    ).toMatchObject({ code: "role_denied" });
    await changeEntitlementPolicy(acme, { mode: "enforce" });
  });

  test("off skips them and audits nothing", async () => {
    const { app, organizationId, session, userId } = await inScene({ held: null });
    await changeEntitlementPolicy(acme, { mode: "off" });
    expect((await mint(session.id, app.id, organizationId)).status).toBe(200);
    expect(await accessEvents(userId)).toEqual([]);
    await changeEntitlementPolicy(acme, { mode: "enforce" });
  });
});

describe("without a named organization", () => {
  test("the one that reaches the app is used, and of several one must be chosen", async () => {
    const { app, organizationId, session, userId } = await inScene({ held: null });
    const free = await anApp(acme);
    const role = await aRole(acme, { appIds: [app.id, free.id] });
    const pro = await boughtPackage(app.id, {});
    const options = { userId, roleId: role.id, organizationTypeId: typeId, packageId: pro.id };
    const second = await aMember(acme, { ...options, organizationName: "Second" });
    expect((await mint(session.id, app.id)).body).toMatchObject({
      organization_id: second.organizationId,
    });
    const third = await aMember(acme, { ...options, organizationName: "Third" });
    const choice = await mint(session.id, app.id);
    expect(choice.status).toBe(422);
    expect(choice.body).toMatchObject({
      code: "organization_selection_required",
      organizations: [
        { id: second.organizationId, name: "Second" },
        { id: third.organizationId, name: "Third" },
      ],
    });
    expect((await mint(session.id, app.id, organizationId)).body).toMatchObject({
      code: "package_unassigned",
    });
  });
});
