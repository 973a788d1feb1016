import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { POST as consentForm, GET as consentPage } from "@/app/(hosted)/consent/route";
import { POST as form, GET as page } from "@/app/(hosted)/organization/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { removeMember } from "@/lib/core/organizations/remove-member";
import { setOrganizationStatus } from "@/lib/core/organizations/set-organization-status";
import { config } from "@/lib/kernel/config/config";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization, type TestOrganization } from "@/tests/builders/an-organization";
import { Browser, exchangeCode, locationOf, signIn, tokenRequest } from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

const scope = "openid organizations";
let acme: TestEnvironment;
let client: TestOidcClient;
let partner: TestOidcClient;
let roleId: string;

beforeAll(async () => {
  acme = await aTenant();
  const appId = (await anApp(acme)).id;
  roleId = (await aRole(acme, { appIds: [appId] })).id;
  const settings = { appId, allowedScopes: ["organizations" as const] };
  client = await anOidcClient(acme, { ...settings, name: "Reports" });
  partner = await anOidcClient(acme, { ...settings, name: "Partner", firstParty: false });
});

/** Signs in a user of several organizations, as far as the page that asks for one. */
async function signInAmong(names: string[], as = client) {
  const user = await aUser(acme);
  const organizations: TestOrganization[] = [];
  for (const name of names) {
    const organization = await anOrganization(acme, { name });
    await aMember(acme, { userId: user.id, organizationId: organization.id, roleId });
    organizations.push(organization);
  }
  const [first, second] = organizations;
  if (!first || !second) throw new Error("It takes two organizations to choose");
  const browser = new Browser();
  const { callback, verifier } = await signIn(browser, as, user.id, { scope });
  expect(callback.pathname).toBe("/organization");
  const address = callback.pathname + callback.search;
  return { user, first, second, browser, verifier, address };
}

async function read(browser: Browser, address: string): Promise<string> {
  return (await browser.go(page, address)).text();
}

function send(browser: Browser, address: string, fields: Record<string, string>, route = form) {
  const { origin } = new URL(config().baseUrl);
  const headers = { "content-type": "application/x-www-form-urlencoded", origin };
  const body = new URLSearchParams(fields).toString();
  return browser.go(route, address, { method: "POST", headers, body });
}

/** Returns the address at which the browser is once the answered page has moved on. */
async function followPage(browser: Browser, address: string, route = page): Promise<URL> {
  const html = await (await browser.go(route, address)).text();
  const to = /url=([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return locationOf(await browser.go(resumeRoute, to));
}

async function orgIdOf(callback: URL, verifier: string, as = client) {
  const { body } = await exchangeCode(as, { callback, verifier });
  return (await verifiedClaims(body.id_token ?? "", as.clientId)).org_id;
}

test("the organizations that reach the app are offered, and the tokens are for the chosen one", async () => {
  const { user, first, second, browser, verifier, address } = await signInAmong([
    "Globex",
    "Initech",
  ]);
  const elsewhere = await anOrganization(acme, { name: "Without the app" });
  await aMember(acme, { userId: user.id, organizationId: elsewhere.id });
  const html = await read(browser, address);
  expect(html).toContain(user.email);
  for (const { id, name, slug } of [first, second]) {
    expect(html).toContain(`value="${id}"`);
    expect(html).toContain(name);
    expect(html).not.toContain(slug);
  }
  expect(html).not.toContain("Without the app");
  const answered = await send(browser, address, { organization: second.id });
  expect(answered.status).toBe(303);
  const back = await followPage(browser, address);
  expect(back.origin + back.pathname).toBe(client.redirectUri);
  expect(back.searchParams.get("state")).toBe("the-state");
  const { body } = await exchangeCode(client, { callback: back, verifier });
  const claims = await verifiedClaims(body.id_token ?? "", client.clientId);
  expect(claims.org_id).toBe(second.id);
  await removeMember(acme, second.id, user.id);
  const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" };
  expect((await tokenRequest(client, refresh)).body).toMatchObject({ error_code: "no_membership" });
});

test("the slug tells two organizations with one name apart", async () => {
  const { first, second, browser, address } = await signInAmong(["Globex", "Globex"]);
  const html = await read(browser, address);
  expect(html).toContain(first.slug);
  expect(html).toContain(second.slug);
});

test("a name is shown as text, even if it is markup", async () => {
  const { browser, address } = await signInAmong(["<script>alert(1)</script>", "Initech"]);
  expect(await read(browser, address)).not.toContain("<script>alert");
});

test.each([
  ["nothing", async () => ({})],
  ["no id", async () => ({ organization: "globex" })],
])("the form with %s asks again", async (_, fieldsOf) => {
  const { first, browser, address } = await signInAmong(["Globex", "Initech"]);
  expect((await send(browser, address, await fieldsOf())).status).toBe(303);
  expect(await read(browser, address)).toContain(first.id);
});

test.each([
  ["an unknown organization", "organization_unknown", async () => randomUUID()],
  [
    "another tenant's",
    "organization_unknown",
    async () => (await anOrganization(await aTenant())).id,
  ],
  ["one that the user is not in", "no_membership", async () => (await anOrganization(acme)).id],
])("%s that a changed form names is refused by the evaluator", async (_, code, organizationOf) => {
  const { browser, address } = await signInAmong(["Globex", "Initech"]);
  await send(browser, address, { organization: await organizationOf() });
  const back = await followPage(browser, address);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: "access_denied",
    error_code: code,
  });
});

test("an organization that was suspended meanwhile is refused, and no longer offered", async () => {
  const { first, second, browser, address } = await signInAmong(["Globex", "Initech"]);
  await setOrganizationStatus(acme, first.id, "disabled");
  const html = await read(browser, address);
  expect(html).toContain(second.id);
  expect(html).not.toContain(first.id);
  await send(browser, address, { organization: first.id });
  const back = await followPage(browser, address);
  expect(back.searchParams.get("error_code")).toBe("organization_inactive");
});

test("a browser that did not start the sign-in sees nothing and can't choose", async () => {
  const { first, user, browser, address } = await signInAmong(["Globex", "Initech"]);
  const otherBrowser = new Browser();
  const html = await read(otherBrowser, address);
  expect(html).not.toContain(user.email);
  expect(html).not.toContain(first.id);
  await send(otherBrowser, address, { organization: first.id });
  expect(await read(browser, address)).toContain(first.id);
});

test("another account can be used instead", async () => {
  const { browser, address } = await signInAmong(["Globex", "Initech"]);
  await send(browser, address, { answer: "other" });
  expect((await followPage(browser, address)).pathname).toBe("/login");
});

test("a third party's client asks consent for the chosen organization, in plain words, once", async () => {
  const { user, second, browser, verifier, address } = await signInAmong(
    ["Globex", "Initech"],
    partner,
  );
  await send(browser, address, { organization: second.id });
  const consent = await followPage(browser, address);
  expect(consent.pathname).toBe("/consent");
  const there = consent.pathname + consent.search;
  const html = await (await browser.go(consentPage, there)).text();
  expect(html).toContain("The organization that you sign in for, and your role there");
  expect(html).not.toContain("your permissions");
  await send(browser, there, { answer: "allow" }, consentForm);
  const back = await followPage(browser, there, consentPage);
  expect(await orgIdOf(back, verifier, partner)).toBe(second.id);
  const again = await signIn(browser, partner, user.id, { scope, organization_id: second.id });
  expect(await orgIdOf(again.callback, again.verifier, partner)).toBe(second.id);
});

test("without these scopes no organization is asked for, and the tokens are as before", async () => {
  const { user } = await signInAmong(["Globex", "Initech"]);
  const { callback } = await signIn(new Browser(), client, user.id, { scope: "openid" });
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({
    error: "access_denied",
    error_code: "organization_selection_required",
  });
});
