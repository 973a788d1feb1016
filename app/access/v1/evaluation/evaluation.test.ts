import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/access/v1/evaluation/route";
import { POST as mint } from "@/app/api/v1/auth/token/route";
import { POST as explain } from "@/app/api/v1/management/access/explain/route";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { enableTenant } from "@/lib/core/operators/enable-tenant";
import { createOrganizationType } from "@/lib/core/organization-types/create-organization-type";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { noRequest } from "@/lib/kernel/caller";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { eventsOf } from "@/tests/support/audit-events";
import { call } from "@/tests/support/call-route";

let acme: TestEnvironment;
let token: string;
let typeId: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["entitlements:read", "tokens:issue"]);
  typeId = (await createOrganizationType(acme, { key: "enterprise", name: "Enterprise" })).id;
});

const path = "/access/v1/evaluation";
const ask = (body: unknown, headers: Record<string, string> = {}) =>
  call(POST, { method: "POST", path, token, body, headers });

interface Place {
  userId: string;
  organizationId?: string | undefined;
  appId?: string | undefined;
}

/** Evaluation request about a resource, for a user in a place. */
const about = ({ userId, organizationId, appId }: Place, type: string, id: string) => ({
  subject: { type: "user", id: userId },
  action: { name: "access" },
  resource: { type, id, ...(appId && type !== "app" ? { properties: { app_id: appId } } : {}) },
  ...(organizationId ? { context: { organization_id: organizationId } } : {}),
});
const enters = async (place: Place) =>
  (await ask(about(place, "app", place.appId ?? ""))).body as Record<string, unknown>;

/** Creates a member whom every layer lets through, except for the options. */
async function aPlace({
  app: appOptions = {},
  held = {},
  member = {},
  reaches = true,
}: {
  app?: Parameters<typeof anApp>[1];
  held?: { status?: "inactive"; entitlements?: string[]; listsApp?: boolean } | null;
  member?: Parameters<typeof aMember>[1];
  reaches?: boolean;
} = {}) {
  const app = await anApp(acme, {
    packagePolicy: "listed",
    allowedOrganizationTypes: ["enterprise"],
    requiredEntitlements: ["reports"],
    ...appOptions,
  });
  const role = await aRole(acme, {
    appIds: reaches ? [app.id] : [],
    permissions: ["reports:read", "invoice:approve"],
  });
  const { listsApp = true, ...fields } = held ?? {};
  const bought =
    held &&
    (await aPackage(acme, {
      entitlements: ["reports", "export"],
      appIds: listsApp ? [app.id] : [],
      ...fields,
    }));
  const made = await aMember(acme, {
    roleId: role.id,
    organizationTypeId: typeId,
    ...(bought ? { packageId: bought.id } : {}),
    ...member,
  });
  return { ...made, appId: app.id };
}

describe("a decision is that of the token and of the explanation", () => {
  /** Results of a token request and of an explanation for the same place. */
  async function others({ userId, organizationId, appId }: Required<Place> | Place) {
    const { id: sessionId } = await aSession(acme, { userId });
    const minted = await call(mint, {
      method: "POST",
      path: "/api/v1/auth/token",
      token,
      body: { session_id: sessionId, app_id: appId, organization_id: organizationId },
    });
    const explained = await call(explain, {
      method: "POST",
      path: "/api/v1/management/access/explain",
      token,
      body: { user_id: userId, app_id: appId, organization_id: organizationId },
    });
    return {
      minted: minted.status === 200,
      code: (minted.body as { code?: string }).code,
      explained: explained.body as {
        outcome: string;
        reason: string | null;
        observed: string[];
        evaluations: { layers: { name: string; result: string }[] }[];
      },
    };
  }

  const situations: [string, () => Promise<Place>][] = [
    ["let through", aPlace],
    ["app_unknown", async () => ({ ...(await aPlace()), appId: randomUUID() })],
    [
      "app_disabled",
      async () => {
        const place = await aPlace();
        await setAppStatus(acme, place.appId, "disabled");
        return place;
      },
    ],
    ["organization_unknown", async () => ({ ...(await aPlace()), organizationId: randomUUID() })],
    ["organization_inactive", () => aPlace({ member: { workspaceStatus: "disabled" } })],
    ["no_membership", () => aPlace({ member: { member: false } })],
    ["membership_inactive", () => aPlace({ member: { status: "inactive" } })],
    ["no_role", () => aPlace({ member: { roleId: null } })],
    ["role_denied", () => aPlace({ reaches: false })],
    [
      "org_type_denied",
      async () => aPlace({ app: { allowedOrganizationTypes: [(await anotherType()).key] } }),
    ],
    ["package_unassigned", () => aPlace({ held: null })],
    ["package_inactive", () => aPlace({ held: { status: "inactive" } })],
    ["entitlement_missing", () => aPlace({ held: { entitlements: [] } })],
    ["entitlement_missing", () => aPlace({ held: { listsApp: false } })],
    ["the one membership", async () => ({ ...(await aPlace()), organizationId: undefined })],
    [
      "no_membership anywhere",
      async () => ({ ...(await aPlace({ member: { member: false } })), organizationId: undefined }),
    ],
    [
      "organization_selection_required",
      async () => {
        const place = await aPlace({ app: { packagePolicy: "none", requiredEntitlements: [] } });
        const role = await aRole(acme, { appIds: [place.appId] });
        const second = { userId: place.userId, roleId: role.id, organizationTypeId: typeId };
        await aMember(acme, second);
        return { ...place, organizationId: undefined };
      },
    ],
  ];

  test.each(situations)("%s", async (_, made) => {
    const place = await made();
    const [decided, { minted, code, explained }] = [await enters(place), await others(place)];
    expect(decided.decision).toBe(minted);
    expect(decided.decision).toBe(explained.outcome === "granted");
    const { context } = decided as { context: { code?: string; layer?: string } };
    expect(context.code).toBe(code);
    if (explained.outcome === "denied") expect(context.code).toBe(explained.reason);
    const denied = explained.evaluations[0]?.layers.find(({ result }) => result === "denied");
    if (place.organizationId) expect(context.layer).toBe(denied?.name);
  });

  test("in each mode of the entitlement policy", async () => {
    const place = await aPlace({ held: null });
    for (const mode of ["observe", "off", "enforce"] as const) {
      await changeEntitlementPolicy(acme, { mode });
      const [decided, { minted, explained }] = [await enters(place), await others(place)];
      expect(decided.decision).toBe(minted);
      const { observed = [] } = decided.context as { observed?: string[] };
      expect(observed).toEqual(explained.observed);
      expect(decided.decision).toBe(mode !== "enforce");
    }
  });

  test("a suspended user is denied everywhere, and gets no token", async () => {
    const place = await aPlace();
    const { id } = await aSession(acme, { userId: place.userId });
    expect(await enters(place)).toMatchObject({ decision: true });
    await suspendUser(acme, place.userId, null);
    expect(await enters(place)).toEqual({
      decision: false,
      context: { layer: "subject", code: "user_disabled" },
    });
    const body = { session_id: id, app_id: place.appId };
    const minted = await call(mint, { method: "POST", path: "/api/v1/auth/token", token, body });
    expect(minted.body).toMatchObject({ status: 401, code: "user_disabled" });
  });

  test("a deleted user is unknown", async () => {
    const place = await aPlace();
    await deleteUser(acme, place.userId);
    const gone = await enters(place);
    expect(gone).toMatchObject({ decision: false, context: { code: "no_membership" } });
    expect(await enters({ ...place, userId: randomUUID() })).toEqual(gone);
  });

  test("nothing is audited, in any mode", async () => {
    const place = await aPlace({ held: null });
    await changeEntitlementPolicy(acme, { mode: "observe" });
    await enters(place);
    await changeEntitlementPolicy(acme, { mode: "enforce" });
    await enters(place);
    expect(await eventsOf(acme, place.userId)).toEqual([]);
  });
});

const anotherType = () =>
  createOrganizationType(acme, { key: `type-${randomUUID()}`, name: "Another" });

describe("a permission", () => {
  const uses = async (place: Place, permission: string) =>
    (await ask(about(place, "permission", permission))).body;

  test("comes from the role in the organization, and needs the app where one is named", async () => {
    const place = await aPlace();
    const yes = { decision: true, context: { organization_id: place.organizationId } };
    const no = { decision: false, context: { layer: "permission", code: "role_denied" } };
    expect(await uses(place, "invoice:approve")).toEqual(yes);
    expect(await uses(place, "invoice:delete")).toEqual(no);
    expect(await uses({ ...place, appId: undefined }, "invoice:approve")).toEqual(yes);
    expect(await uses({ ...place, appId: undefined }, "invoice:delete")).toEqual(no);
    await setAppStatus(acme, place.appId, "disabled");
    expect(await uses(place, "invoice:approve")).toMatchObject({
      context: { code: "app_disabled" },
    });
    expect(await uses({ ...place, appId: undefined }, "invoice:approve")).toEqual(yes);
    expect(await uses({ ...place, appId: randomUUID() }, "invoice:approve")).toMatchObject({
      context: { code: "app_unknown" },
    });
  });

  test("without an app is refused by every layer that is about the user and the organization", async () => {
    for (const [code, member] of [
      ["organization_inactive", { workspaceStatus: "disabled" }],
      ["no_membership", { member: false }],
      ["membership_inactive", { status: "inactive" }],
      ["no_role", { roleId: null }],
    ] as const) {
      const place = { ...(await aPlace({ member })), appId: undefined };
      expect(await uses(place, "invoice:approve")).toMatchObject({
        decision: false,
        context: { code },
      });
    }
  });

  test("in one organization gives none in another, and is read from the chosen one alone", async () => {
    const app = await anApp(acme);
    const may = await aRole(acme, { appIds: [app.id], permissions: ["safe:open"] });
    const mayNot = await aRole(acme, { appIds: [app.id], permissions: [] });
    const first = await aMember(acme, { roleId: may.id });
    const { userId } = first;
    const second = await aMember(acme, { userId, roleId: mayNot.id });
    const at = { userId, appId: app.id };
    expect(await uses({ ...at, ...first }, "safe:open")).toMatchObject({ decision: true });
    expect(await uses({ ...at, ...second }, "safe:open")).toMatchObject({ decision: false });
    expect(await uses(at, "safe:open")).toEqual({
      decision: false,
      context: { layer: "organization", code: "organization_selection_required" },
    });
  });

  test("of the product's own types is called by type and action", async () => {
    const { appId: _, ...place } = await aPlace();
    const own = (type: string, name: string) =>
      ask({ ...about(place, type, "invoice-17"), action: { name } });
    expect((await own("invoice", "approve")).body).toMatchObject({ decision: true });
    expect((await own("reports", "read")).body).toMatchObject({ decision: true });
    for (const [type, name] of [
      ["invoice", "delete"],
      ["invoice", "access"],
      ["spaceship", "read"],
    ] as const)
      expect((await own(type, name)).body).toEqual({
        decision: false,
        context: { layer: "permission", code: "role_denied" },
      });
  });
});

describe("an entitlement", () => {
  const uses = async (place: Place, entitlement: string) =>
    (await ask(about(place, "entitlement", entitlement))).body;

  test("belongs to the organization, and is decided as if the app required it", async () => {
    const place = await aPlace();
    for (const at of [place, { ...place, appId: undefined }]) {
      expect(await uses(at, "export")).toMatchObject({ decision: true });
      expect(await uses(at, "sso")).toEqual({
        decision: false,
        context: { layer: "entitlements", code: "entitlement_missing" },
      });
      await changeEntitlementPolicy(acme, { mode: "observe" });
      expect(await uses(at, "sso")).toEqual({
        decision: true,
        context: { organization_id: place.organizationId, observed: ["entitlement_missing"] },
      });
      await changeEntitlementPolicy(acme, { mode: "off" });
      expect(await uses(at, "sso")).toEqual({
        decision: true,
        context: { organization_id: place.organizationId },
      });
      await changeEntitlementPolicy(acme, { mode: "enforce" });
    }
  });

  test("does not help a user whom an earlier layer refuses", async () => {
    const place = await aPlace({ reaches: false });
    expect(await uses(place, "export")).toMatchObject({ context: { code: "role_denied" } });
    const outsider = await aPlace({ member: { member: false } });
    expect(await uses({ ...outsider, appId: undefined }, "export")).toMatchObject({
      context: { code: "no_membership" },
    });
  });
});

describe("unknown subjects and resources", () => {
  test("are a plain denial, the same for those of another tenant", async () => {
    const tenant = await aTenant({ environments: ["production", "staging"] });
    const place = await aPlace();
    for (const other of [tenant, tenant.others[0] as TestEnvironment]) {
      const theirs = await aMember(other);
      const theirApp = await anApp(other);
      for (const part of [
        { userId: theirs.userId },
        { organizationId: theirs.organizationId },
        { appId: theirApp.id },
      ]) {
        const [name = ""] = Object.keys(part);
        const foreign = await ask(about({ ...place, ...part }, "permission", "reports:read"));
        const never = { ...place, [name]: randomUUID() };
        const unknown = await ask(about(never, "permission", "reports:read"));
        expect([foreign.status, foreign.text]).toEqual([200, unknown.text]);
        expect(foreign.body).toMatchObject({ decision: false });
      }
    }
  });

  test("users may be named by the tenant's own id, and ids are read without regard to case", async () => {
    const externalId = `crm-${randomUUID()}`;
    const user = await aUser(acme, { externalId });
    const place = await aPlace({ member: { userId: user.id } });
    const yes = await enters(place);
    expect(yes).toMatchObject({ decision: true });
    expect(await enters({ ...place, userId: externalId })).toEqual(yes);
    const upper = Object.fromEntries(
      Object.entries(place).map(([name, id]) => [name, id.toUpperCase()]),
    );
    expect(await enters(upper as never)).toEqual(yes);
    for (const userId of [externalId.toUpperCase(), "nobody", " "])
      expect(await enters({ ...place, userId })).toMatchObject({
        decision: false,
        context: { code: "no_membership" },
      });
  });

  test("unknown types and actions are denied", async () => {
    const place = await aPlace();
    const question = about(place, "app", place.appId);
    const subject = { type: "machine", id: place.userId };
    expect((await ask({ ...question, subject })).body).toEqual({
      decision: false,
      context: { layer: "subject", code: "subject_unknown" },
    });
    for (const type of ["app", "permission", "entitlement"])
      expect((await ask({ ...about(place, type, "x"), action: { name: "read" } })).body).toEqual({
        decision: false,
        context: { layer: "action", code: "action_unknown" },
      });
    expect((await ask(about(place, "app", "reports"))).body).toEqual({
      decision: false,
      context: { layer: "app", code: "app_unknown" },
    });
  });
});

describe("the request", () => {
  test("may have unknown members, everywhere", async () => {
    const place = await aPlace();
    const { subject, action, resource, context } = about(place, "permission", "reports:read");
    const more = { surprise: { nested: [1, null] } };
    const answer = await ask({
      subject: { ...subject, ...more, properties: more },
      action: { ...action, ...more, properties: more },
      resource: { ...resource, ...more, properties: { ...resource.properties, ...more } },
      context: { ...context, ...more, time: "2026-11-24T10:00Z" },
      ...more,
    });
    expect(answer.body).toMatchObject({ decision: true });
  });

  test("with a missing or malformed member is a 400 that names it", async () => {
    const place = await aPlace();
    const good = about(place, "permission", "reports:read");
    const wrong: [string, object][] = [
      ["subject", { ...good, subject: undefined }],
      ["subject", { ...good, subject: "alice" }],
      ["subject.id", { ...good, subject: { type: "user" } }],
      ["subject.id", { ...good, subject: { type: "user", id: 7 } }],
      ["subject.id", { ...good, subject: { type: "user", id: "" } }],
      ["subject.id", { ...good, subject: { type: "user", id: "a\u0000b" } }],
      ["subject.type", { ...good, subject: { id: "a" } }],
      ["subject.properties", { ...good, subject: { ...good.subject, properties: "none" } }],
      ["action", { ...good, action: undefined }],
      ["action.name", { ...good, action: {} }],
      ["action.name", { ...good, action: { name: 1 } }],
      ["resource", { ...good, resource: null }],
      ["resource.id", { ...good, resource: { type: "app" } }],
      ["resource.type", { ...good, resource: { id: "x" } }],
      [
        "resource.properties.app_id",
        { ...good, resource: { ...good.resource, properties: { app_id: "x" } } },
      ],
      ["context", { ...good, context: "here" }],
      ["context.organization_id", { ...good, context: { organization_id: "acme" } }],
    ];
    for (const [field, body] of wrong) {
      const answer = await ask(body);
      expect([field, answer.status]).toEqual([field, 400]);
      expect((answer.body as { detail: string }).detail).toMatch(new RegExp(`^${field}: `));
    }
  });

  test("has its own id in the answer, of any form and for any answer", async () => {
    const good = about(await aPlace(), "permission", "reports:read");
    for (const id of ["conformance-1", "short", "trace/α".replace("α", "a b;c=1"), "x".repeat(500)])
      for (const body of [good, {}])
        expect((await ask(body, { "x-request-id": id })).headers.get("x-request-id")).toBe(id);
    expect((await ask(good)).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });
});

test("a disabled tenant gets no decision, and the same one once it is enabled again", async () => {
  const operator = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  const gone = await aTenant();
  const app = await anApp(gone);
  const { userId, organizationId } = await aMember(gone, {});
  const theirs = await aMachineToken(gone, ["entitlements:read", "tokens:issue"]);
  const body = about({ userId, organizationId, appId: app.id }, "app", app.id);
  const evaluate = () => call(POST, { method: "POST", path, token: theirs, body });
  const before = await evaluate();
  expect(before.status).toBe(200);
  await disableTenant(operator, gone.publicId, null);
  const meanwhile = await evaluate();
  expect(meanwhile.status).toBe(401);
  expect(meanwhile.body).not.toHaveProperty("decision");
  await enableTenant(operator, gone.publicId);
  expect((await evaluate()).body).toEqual(before.body);
});
