import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as discoveryRoute } from "@/app/.well-known/openid-configuration/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { setAppStatus } from "@/lib/core/apps/set-app-status";
import { changeEntitlementPolicy } from "@/lib/core/entitlements/change-entitlement-policy";
import { setOverride } from "@/lib/core/entitlements/change-override";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { removeMember } from "@/lib/core/organizations/remove-member";
import { setMember } from "@/lib/core/organizations/set-member";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { changeRoleApps } from "@/lib/core/roles/change-role-apps";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { config } from "@/lib/kernel/config/config";
import { aMember } from "@/tests/builders/a-member";
import { aPackage } from "@/tests/builders/a-package";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import {
  authorizeUrl,
  Browser,
  exchangeCode,
  pkce,
  signIn,
  signInAt,
  tokenRequest,
} from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

const EVERY = "openid email organizations permissions";
let acme: TestEnvironment;
let app: { id: string };
let role: { id: string; key: string };
let pro: { id: string; key: string };
let client: TestOidcClient;

beforeAll(async () => {
  acme = await aTenant();
  app = await anApp(acme);
  role = await aRole(acme, { appIds: [app.id], permissions: ["reports:read", "reports:share"] });
  pro = await aPackage(acme, { entitlements: ["export", "api"] });
  client = await aClient();
});

function aClient(settings: Parameters<typeof anOidcClient>[1] = {}) {
  const allowedScopes: ("organizations" | "permissions")[] = ["organizations", "permissions"];
  return anOidcClient(acme, { appId: app.id, allowedScopes, ...settings });
}

/** Creates a user who has access to the app through one organization. */
async function aColleague(options: { packageId?: string | null } = {}) {
  const organization = await anOrganization(acme, { packageId: pro.id, ...options });
  const organizationId = organization.id;
  const { userId } = await aMember(acme, { organizationId, roleId: role.id });
  return { userId, organization };
}

/** Signs in and exchanges the code. */
async function tokensOf(userId: string, extra: Record<string, string> = {}, as = client) {
  const signedIn = await signIn(new Browser(), as, userId, { scope: EVERY, ...extra });
  const { body } = await exchangeCode(as, signedIn);
  const { access_token, refresh_token, scope, id_token = "" } = body;
  return {
    access_token,
    refresh_token,
    scope,
    claims: () => verifiedClaims(id_token, as.clientId),
  };
}

async function userinfo(token = "") {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`${config().baseUrl}/oauth/userinfo`, { headers });
  const response = await userinfoRoute(request, { params: Promise.resolve({}) });
  return { status: response.status, response, body: await response.json() };
}

const refresh = (refreshToken = "", form: Record<string, string> = {}, as = client) =>
  tokenRequest(as, { grant_type: "refresh_token", refresh_token: refreshToken, ...form });

async function refreshedClaims(refreshToken = "", form: Record<string, string> = {}) {
  const { body } = await refresh(refreshToken, form);
  const { access_token, id_token = "" } = body;
  return { access_token, claims: await verifiedClaims(id_token, client.clientId) };
}

const accessClaims = ["org_id", "org_slug", "role", "permissions", "package", "entitlements"];
const accessPart = (claims: object) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => accessClaims.includes(name)));

describe("claims about access", () => {
  test("are in the ID token, at userinfo and in the refreshed ID token, which has no nonce", async () => {
    const { userId, organization } = await aColleague();
    const expected = {
      org_id: organization.id,
      org_slug: organization.slug,
      role: role.key,
      permissions: ["reports:read", "reports:share"],
      package: pro.key,
      entitlements: ["api", "export"],
    };
    const tokens = await tokensOf(userId);
    expect(tokens.scope?.split(" ").sort()).toEqual(EVERY.split(" ").sort());
    expect(accessPart(await tokens.claims())).toEqual(expected);
    expect(await tokens.claims()).toMatchObject({ nonce: "the-nonce" });
    expect(accessPart((await userinfo(tokens.access_token)).body)).toEqual(expected);
    const again = await refreshedClaims(tokens.refresh_token);
    expect(accessPart(again.claims)).toEqual(expected);
    expect(again.claims).not.toHaveProperty("nonce");
    expect(accessPart((await userinfo(again.access_token)).body)).toEqual(expected);
  });

  test.each([
    ["openid", []],
    ["openid organizations", ["org_id", "org_slug", "role"]],
    ["openid permissions", ["permissions", "entitlements", "package"]],
  ])("are limited to those of %s", async (scope, names) => {
    const { userId } = await aColleague();
    const tokens = await tokensOf(userId, { scope });
    expect(Object.keys(accessPart(await tokens.claims())).sort()).toEqual([...names].sort());
    const { body } = await userinfo(tokens.access_token);
    expect(Object.keys(accessPart(body)).sort()).toEqual([...names].sort());
  });

  test("a refresh for fewer scopes has fewer claims", async () => {
    const { userId } = await aColleague();
    const tokens = await tokensOf(userId);
    const again = await refreshedClaims(tokens.refresh_token, { scope: "openid organizations" });
    expect(Object.keys(accessPart(again.claims)).sort()).toEqual(["org_id", "org_slug", "role"]);
    const fewer = await tokensOf(userId, { scope: "openid organizations" });
    const more = await refresh(fewer.refresh_token, { scope: "openid permissions profile" });
    expect(more).toMatchObject({
      status: 400,
      body: {
        error: "invalid_scope",
        error_description: expect.stringContaining(": permissions profile"),
      },
    });
  });

  test("without a package there is no claim of one, and overrides count", async () => {
    const { userId, organization } = await aColleague({ packageId: null });
    const claims = async () => accessPart(await (await tokensOf(userId)).claims());
    expect(await claims()).toMatchObject({ entitlements: [] });
    expect(await claims()).not.toHaveProperty("package");
    const organizationId = organization.id;
    await setOverride(acme, { organizationId, entitlement: "beta", effect: "grant" });
    expect(await claims()).toMatchObject({ entitlements: ["beta"] });
  });

  test("discovery lists the scopes and all their claims", async () => {
    const request = new Request(`${config().baseUrl}/.well-known/openid-configuration`);
    const document = await (await discoveryRoute(request, { params: Promise.resolve({}) })).json();
    expect(document.scopes_supported).toEqual(
      expect.arrayContaining(["openid", "profile", "email", "organizations", "permissions"]),
    );
    expect(document.claims_supported).toEqual(expect.arrayContaining([...accessClaims, "sub"]));
    expect(new Set(document.claims_supported).size).toBe(document.claims_supported.length);
  });
});

describe("changed access is visible at the next refresh and at userinfo", () => {
  test("another role, package and permission", async () => {
    const { userId, organization } = await aColleague();
    const tokens = await tokensOf(userId);
    const other = await aRole(acme, { appIds: [app.id], permissions: ["reports:delete"] });
    await setMember(acme, organization.id, userId, { roleId: other.id });
    const expected = { role: other.key, permissions: ["reports:delete"] };
    expect((await userinfo(tokens.access_token)).body).toMatchObject(expected);
    expect((await refreshedClaims(tokens.refresh_token)).claims).toMatchObject(expected);
  });

  test("a second organization changes nothing: the tokens stay those of the first", async () => {
    const { userId, organization } = await aColleague();
    const tokens = await tokensOf(userId);
    const { id: organizationId } = await anOrganization(acme);
    await aMember(acme, { userId, organizationId, roleId: role.id });
    const { claims, access_token } = await refreshedClaims(tokens.refresh_token);
    expect(claims).toMatchObject({ org_id: organization.id });
    expect((await userinfo(access_token)).body).toMatchObject({ org_id: organization.id });
  });

  type Colleague = Awaited<ReturnType<typeof aColleague>>;
  test.each<[string, string, (one: Colleague) => Promise<unknown>]>([
    [
      "a removed membership",
      "no_membership",
      (c) => removeMember(acme, c.organization.id, c.userId),
    ],
    [
      "an inactive membership",
      "membership_inactive",
      (c) => setMember(acme, c.organization.id, c.userId, { roleId: role.id, status: "inactive" }),
    ],
    [
      "a role taken away",
      "no_role",
      (c) => setMember(acme, c.organization.id, c.userId, { roleId: null }),
    ],
    [
      "a suspended organization",
      "organization_inactive",
      (c) => setOrganizationStatus(acme, c.organization.id, "disabled"),
    ],
  ])("%s is a refusal that names the layer, not an old claim", async (_, code, change) => {
    const colleague = await aColleague();
    const tokens = await tokensOf(colleague.userId);
    await change(colleague);
    const info = await userinfo(tokens.access_token);
    expect(info).toMatchObject({ status: 401, body: { error: "invalid_token", error_code: code } });
    expect(info.response.headers.get("www-authenticate")).toContain("invalid_token");
    expect(JSON.stringify(info.body)).not.toContain(colleague.organization.id);
    const refreshed = await refresh(tokens.refresh_token);
    expect(refreshed).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_code: code },
    });
    expect(refreshed.body).not.toHaveProperty("id_token");
    expect(await eventsOf(acme, colleague.organization.id)).toContain("access.denied");
  });

  test("also between the sign-in and the exchange of its code", async () => {
    const { userId, organization } = await aColleague();
    const signedIn = await signIn(new Browser(), client, userId, { scope: EVERY });
    await removeMember(acme, organization.id, userId);
    expect(await exchangeCode(client, signedIn)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_code: "no_membership" },
    });
  });

  test("a user who moved to another organization loses the claims of the first, and gets none of the second", async () => {
    const { userId, organization } = await aColleague();
    const tokens = await tokensOf(userId);
    const { id: organizationId } = await anOrganization(acme);
    await aMember(acme, { userId, organizationId, roleId: role.id });
    await removeMember(acme, organization.id, userId);
    expect((await userinfo(tokens.access_token)).body).toMatchObject({
      error_code: "no_membership",
    });
    expect((await refresh(tokens.refresh_token)).body).toMatchObject({
      error_code: "no_membership",
    });
  });

  test("a token without these scopes still reads the user's identity", async () => {
    const { userId, organization } = await aColleague();
    const tokens = await tokensOf(userId, { scope: "openid email" });
    await removeMember(acme, organization.id, userId);
    expect(await userinfo(tokens.access_token)).toMatchObject({
      status: 200,
      body: { sub: userId },
    });
  });

  test("a suspended user, and a disabled app", async () => {
    const [first, second] = [await aColleague(), await aColleague()];
    const [one, two] = [await tokensOf(first.userId), await tokensOf(second.userId)];
    await suspendUser(acme, first.userId, null);
    expect((await userinfo(one.access_token)).status).toBe(401);
    const closed = await anApp(acme);
    await updateOidcClient(acme, client.id, { appId: closed.id });
    await changeRoleApps(acme, role.id, [app.id, closed.id]);
    expect((await userinfo(two.access_token)).status).toBe(200);
    await setAppStatus(acme, closed.id, "disabled");
    expect((await userinfo(two.access_token)).body).toMatchObject({ error_code: "app_disabled" });
    await updateOidcClient(acme, client.id, { appId: app.id });
  });

  test("the denial of an observed policy is reported, as in the product's own tokens", async () => {
    const demanding = await anApp(acme, { requiredEntitlements: ["sso"] });
    await changeRoleApps(acme, role.id, [app.id, demanding.id]);
    const gated = await aClient({ appId: demanding.id });
    const { userId } = await aColleague();
    const denied = await signIn(new Browser(), gated, userId, { scope: EVERY });
    expect(denied.callback.searchParams.get("error_code")).toBe("entitlement_missing");
    await changeEntitlementPolicy(acme, { mode: "observe" });
    const tokens = await tokensOf(userId, {}, gated);
    await changeEntitlementPolicy(acme, { mode: "enforce" });
    expect(await tokens.claims()).toMatchObject({ entitlements: ["api", "export"] });
    expect((await userinfo(tokens.access_token)).body).toMatchObject({
      error_code: "entitlement_missing",
    });
  });
});

describe("a client requests its allowed scopes", () => {
  const refusalOf = async (as: TestOidcClient, scope: string) => {
    const { userId } = await aColleague();
    const { callback } = await signIn(new Browser(), as, userId, { scope });
    return Object.fromEntries(callback.searchParams);
  };

  test("and gets an error that names any other scope", async () => {
    const plain = await aClient({ allowedScopes: [] });
    const half = await aClient({ allowedScopes: ["organizations"] });
    expect(await refusalOf(plain, EVERY)).toMatchObject({
      error: "invalid_scope",
      error_description: expect.stringContaining("organizations permissions"),
      state: "the-state",
      iss: config().baseUrl,
    });
    const refused = await refusalOf(half, EVERY);
    expect(refused.error_description).toMatch(/^scope permissions is not allowed/);
    expect(await refusalOf(half, "openid organizations")).toHaveProperty("code");
  });

  test("an app is required: without one, no rule grants access", async () => {
    const options = { appId: null, allowedScopes: ["permissions" as const] };
    const refused = { reason: "unprocessable", detail: expect.stringMatching(/^allowed_scopes:/) };
    await expect(aClient(options)).rejects.toMatchObject(refused);
    const made = await aClient({});
    await expect(updateOidcClient(acme, made.id, { appId: null })).rejects.toMatchObject(refused);
    const none = { appId: null, allowedScopes: [] };
    await expect(updateOidcClient(acme, made.id, none)).resolves.toMatchObject(none);
  });

  test("a revoked scope is gone from the next tokens, from their scope and from userinfo", async () => {
    const fickle = await aClient();
    const { userId } = await aColleague();
    const tokens = await tokensOf(userId, {}, fickle);
    await updateOidcClient(acme, fickle.id, { allowedScopes: ["organizations"] });
    const { body } = await userinfo(tokens.access_token);
    expect(Object.keys(accessPart(body)).sort()).toEqual(["org_id", "org_slug", "role"]);
    const again = await refresh(tokens.refresh_token, {}, fickle);
    expect(again.body.scope?.split(" ").sort()).toEqual(["email", "openid", "organizations"]);
    const claims = await verifiedClaims(again.body.id_token ?? "", fickle.clientId);
    expect(Object.keys(accessPart(claims)).sort()).toEqual(["org_id", "org_slug", "role"]);
    expect(await eventsOf(acme, fickle.id)).toEqual(["oidc_client.created", "oidc_client.updated"]);
  });

  test("a first-party client that is allowed a scope later gets it without consent", async () => {
    const growing = await aClient({ allowedScopes: [] });
    const { userId } = await aColleague();
    const browser = new Browser();
    await signIn(browser, growing, userId, { scope: "openid" });
    await updateOidcClient(acme, growing.id, { allowedScopes: ["permissions"] });
    for (const scope of ["openid permissions", "openid email"]) {
      const { callback, verifier } = await signIn(browser, growing, userId, { scope });
      expect((await exchangeCode(growing, { callback, verifier })).body).toMatchObject({ scope });
    }
  });
});

describe("organization_id chooses", () => {
  async function aTraveller() {
    const { userId, organization: north } = await aColleague();
    const south = await anOrganization(acme, { packageId: pro.id });
    const clerk = await aRole(acme, { appIds: [app.id] });
    await aMember(acme, { userId, organizationId: south.id, roleId: clerk.id });
    return { userId, north, south, clerk };
  }

  test("the organization, and one browser can be signed in for two of them", async () => {
    const { userId, north, south, clerk } = await aTraveller();
    const browser = new Browser();
    const signedIn = async (organizationId: string) => {
      const extra = { scope: EVERY, organization_id: organizationId };
      return (await exchangeCode(client, await signIn(browser, client, userId, extra))).body;
    };
    const inNorth = await signedIn(north.id);
    const inSouth = await signedIn(south.id.toUpperCase());
    for (const [tokens, organization, key] of [
      [inNorth, north, role.key],
      [inSouth, south, clerk.key],
    ] as const) {
      const expected = { org_id: organization.id, org_slug: organization.slug, role: key };
      expect((await userinfo(tokens.access_token)).body).toMatchObject(expected);
      expect((await refreshedClaims(tokens.refresh_token)).claims).toMatchObject(expected);
    }
  });

  test.each([
    ["an unknown organization", async () => randomUUID()],
    ["an organization of another tenant", async () => (await anOrganization(await aTenant())).id],
    ["an organization of another user", async () => (await aColleague()).organization.id],
  ])("%s grants nothing", async (name, organizationOf) => {
    const { userId } = await aTraveller();
    const organizationId = await organizationOf();
    const { callback } = await signIn(new Browser(), client, userId, {
      scope: EVERY,
      organization_id: organizationId,
    });
    const code = name.endsWith("user") ? "no_membership" : "organization_unknown";
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: "access_denied",
      error_code: code,
    });
    expect(callback.searchParams.get("code")).toBeNull();
  });

  test("an invalid or repeated id is invalid_request", async () => {
    const { userId, north } = await aTraveller();
    const good = authorizeUrl(client, pkce().challenge, { scope: EVERY });
    for (const [query, description] of [
      ["&organization_id=north", "organization_id is not an id"],
      [`&organization_id=${north.id}`.repeat(2), "parameter organization_id is repeated"],
      ["&scope=openid", "parameter scope is repeated"],
    ]) {
      const { callback } = await signInAt(new Browser(), good + query, userId);
      expect(Object.fromEntries(callback.searchParams)).toMatchObject({
        error: "invalid_request",
        error_description: description,
      });
    }
  });
});
