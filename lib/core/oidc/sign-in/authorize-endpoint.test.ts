import { beforeAll, expect, test } from "vitest";
import { GET as metadata } from "@/app/.well-known/oauth-authorization-server/route";
import { GET as discovery } from "@/app/.well-known/openid-configuration/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { completeConsent } from "@/lib/core/oidc/sign-in/complete-interaction";
import { readInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import {
  authorizeUrl,
  Browser,
  exchangeCode,
  interactionIn,
  locationOf,
  pkce,
  signIn,
  tokenRequest,
} from "@/tests/support/browser";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
});

const none = { params: Promise.resolve({}) };
const good = () => authorizeUrl(client, pkce().challenge);
const ask = (address: string, headers: Record<string, string> = {}) =>
  new Browser().go(authorizeRoute, address, { headers });

test("a valid request redirects to the hosted login, and its cookie belongs to that sign-in alone", async () => {
  const browser = new Browser();
  const first = locationOf(await browser.go(authorizeRoute, good()));
  const second = locationOf(await browser.go(authorizeRoute, good()));
  expect(first.pathname).toBe("/login");
  for (const target of [first, second]) {
    const uid = target.searchParams.get("interaction") ?? "";
    expect(await readInteraction(uid, browser.read)).toMatchObject({
      prompt: "login",
      client: { name: "Reports portal" },
    });
    expect(await readInteraction(uid, new Browser().read)).toBeNull();
  }
});

test("an unrecognised, repeated or missing parameter is an invalid request, reported to the application", async () => {
  const changed = (change: (query: URLSearchParams) => void) => {
    const url = new URL(good(), config().baseUrl);
    change(url.searchParams);
    return url.href;
  };
  const requests = [
    ...[
      "prompt",
      "max_age",
      "resource",
      "id_token_hint",
      "claims",
      "display",
      "atrium_subject",
      "x",
    ].map((name) => changed((query) => query.set(name, "1"))),
    ...["scope", "nonce", "code_challenge", "response_type"].map((name) =>
      changed((query) => query.append(name, "again")),
    ),
    ...["code_challenge", "code_challenge_method", "response_type"].map((name) =>
      changed((query) => query.delete(name)),
    ),
    changed((query) => query.set("code_challenge_method", "plain")),
    changed((query) => query.set("code_challenge", "short")),
    changed((query) => query.set("response_mode", "fragment")),
    changed((query) => query.set("organization_id", "mine")),
  ];
  for (const request of requests) {
    const target = locationOf(await ask(request));
    expect(target.origin + target.pathname).toBe(client.redirectUri);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: "invalid_request",
      state: "the-state",
      iss: config().baseUrl,
    });
  }
});

test("the stored size of a request is bounded: at most 2,048 bytes of state and of nonce", async () => {
  const withParameter = (name: string, value: string) => {
    const url = new URL(good(), config().baseUrl);
    url.searchParams.set(name, value);
    return url.href;
  };
  for (const [name, bytes] of Object.entries({
    state: 2048,
    nonce: 2048,
    login_hint: 512,
    ui_locales: 256,
  })) {
    const most = locationOf(await ask(withParameter(name, "x".repeat(bytes))));
    expect([name, most.pathname]).toEqual([name, "/login"]);
    for (const value of ["x".repeat(bytes + 1), "é".repeat(bytes / 2 + 1)]) {
      const { searchParams } = locationOf(await ask(withParameter(name, value)));
      expect(searchParams.get("error")).toBe("invalid_request");
      expect(searchParams.get("error_description")).toContain(name);
    }
  }
  const scopes = `openid ${"x".repeat(600)}`;
  const answer = locationOf(await ask(withParameter("scope", scopes))).searchParams;
  expect(answer.get("error")).toBe("invalid_request");
});

test.each([
  ["x-client-SKU", "ID_NET8_0", "ASP.NET Core: set DisableTelemetry = true in AddOpenIdConnect"],
  ["x-client-ver", "8.0.1.0", "ASP.NET Core: set DisableTelemetry = true in AddOpenIdConnect"],
  ["x-client-SKU", "msal.js.browser", "MSAL sends it to every server"],
  ["client_info", "1", "MSAL sends it to every server"],
  ["auth0Client", "eyJ9", "Auth0's libraries send it"],
  ["audience", "https://api.example.com", "a token has one audience here"],
  ["utm_source", "newsletter", "build the request without the parameters of the page"],
  ["gclid", "x", "build the request without the parameters of the page"],
  ["redirect_url", "x", "did you mean redirect_uri?"],
  ["organisation_id", "x", "did you mean organization_id?"],
])(
  "%s=%s is refused by its name, with a hint how to switch it off",
  async (name, value, remedy) => {
    const { searchParams } = locationOf(
      await ask(`${good()}&${new URLSearchParams({ [name]: value })}`),
    );
    expect(searchParams.get("error")).toBe("invalid_request");
    const description = searchParams.get("error_description") ?? "";
    expect(description).toMatch(new RegExp(`^unrecognized parameter ${name} [(]`));
    expect(description).toContain(remedy);
    // The characters of RFC 6749 §4.1.2.1.
    expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
    const page = await ask(
      `${authorizeUrl({ ...client, redirectUri: "https://elsewhere.example/" }, "x")}&${name}=${value}`,
    );
    expect([page.status, page.headers.get("location")]).toEqual([400, null]);
    const html = await page.text();
    expect(html).toContain("redirect_uri is not one of");
    expect(html).toContain(`unrecognized parameter ${name} `);
  },
);

test("a browser is redirected only to an exactly registered address", async () => {
  for (const redirectUri of [
    "https://evil.example/callback",
    "https://rp.example.com/callback/",
    "https://rp.example.com/callback?x=1",
    "https://rp.example.com:443/callback",
    "https://rp.example.com@evil.example/callback",
    "https://rp.example.com/callback#x",
    "http://rp.example.com/callback",
    "javascript:alert(1)",
    "",
  ]) {
    const response = await ask(authorizeUrl({ ...client, redirectUri }, pkce().challenge));
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(response.headers.get("content-type")).toContain("text/html");
  }
  const twice = `${good()}&redirect_uri=${encodeURIComponent(client.redirectUri)}`;
  expect((await ask(twice)).status).toBe(400);
  for (const clientId of ["aoc_unknown", acme.clientId, "x\0y", ""])
    expect((await ask(authorizeUrl({ ...client, clientId }, "x"))).status).toBe(400);
});

test("the error page shows every part of a request as text", async () => {
  const page = await ask(`${good()}&client_id=%3Cscript%3Ealert(1)%3C/script%3E`);
  expect(await page.text()).not.toContain("<script>alert");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("no Host or forwarded header reaches an issuer, a link, a cookie or a redirect", async () => {
  const poison = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-for": "6.6.6.6",
    forwarded: "host=evil.example;proto=https",
  };
  const clean = await ask(good());
  const poisoned = await ask(good(), poison);
  const shape = (response: Response) =>
    [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  expect(shape(poisoned)).not.toContain("evil.example");
  expect(poisoned.headers.getSetCookie().join()).not.toMatch(/secure/i);
  expect(clean.headers.getSetCookie().length).toBe(poisoned.headers.getSetCookie().length);
  for (const route of [discovery, metadata]) {
    const request = new Request("http://evil.example/.well-known/x", { headers: poison });
    const text = await (await route(request, none)).text();
    expect(text).not.toContain("evil.example");
    expect(JSON.parse(text).issuer).toBe(config().baseUrl);
  }
});

test("a client that is not first-party needs consent: a refusal is reported, and a grant continues", async () => {
  const partner = await anOidcClient(acme, { firstParty: false, name: "Partner" });
  const user = await aUser(acme);
  for (const granted of [false, true]) {
    const browser = new Browser();
    const { callback, verifier } = await signIn(browser, partner, user.id);
    expect(callback.pathname).toBe("/consent");
    const uid = callback.searchParams.get("interaction") ?? "";
    const interaction = await readInteraction(uid, browser.read);
    expect(interaction).toMatchObject({
      prompt: "consent",
      userId: user.id,
      scopes: ["openid", "profile", "email"],
    });
    const next = await completeConsent(await interactionIn(browser, uid), granted, noRequest);
    const end = locationOf(await browser.go(resumeRoute, next ?? ""));
    expect(end.searchParams.get("error")).toBe(granted ? null : "access_denied");
    const consents = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.auditEvent.count({ where: { kind: "oidc.consent_granted" } }),
    );
    expect(consents).toBe(granted ? 1 : 0);
    if (granted)
      expect((await exchangeCode(partner, { callback: end, verifier })).status).toBe(200);
  }
});

test("a user without access to the client's app gets the reason, at sign-in and at each refresh", async () => {
  const app = await anApp(acme);
  const gated = await anOidcClient(acme, { appId: app.id });
  const user = await aUser(acme);
  const { callback, response } = await signIn(new Browser(), gated, user.id);
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({
    error: "access_denied",
    error_code: "no_membership",
    state: "the-state",
  });
  // A client waits for as many bytes as the header announces.
  expect([response.headers.get("content-length"), await response.text()]).toEqual([null, ""]);
  const events = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.findMany({ where: { kind: "access.denied" } }),
  );
  expect(events.some((event) => JSON.stringify(event).includes(user.id))).toBe(true);
  const posted = await signIn(new Browser(), gated, user.id, { response_mode: "form_post" });
  expect(posted.response.headers.get("content-length")).toBeNull();
  expect(await posted.response.text()).toContain('name="error_code" value="no_membership"');
});

test("access is evaluated again at each refresh, for the organization of the sign-in", async () => {
  const app = await anApp(acme);
  const gated = await anOidcClient(acme, { appId: app.id });
  const user = await aUser(acme);
  const [north, south] = [await anOrganization(acme), await anOrganization(acme)];
  const roleId = (await aRole(acme, { appIds: [app.id] })).id;
  for (const organization of [north, south])
    await aMember(acme, { userId: user.id, organizationId: organization.id, roleId });
  const undecided = await signIn(new Browser(), gated, user.id);
  expect(undecided.callback.searchParams.get("error_code")).toBe("organization_selection_required");
  const signedIn = await signIn(new Browser(), gated, user.id, {
    organization_id: north.id.toUpperCase(),
  });
  const { body } = await exchangeCode(gated, signedIn);
  const refresh = (token = "") =>
    tokenRequest(gated, { grant_type: "refresh_token", refresh_token: token });
  const again = await refresh(body.refresh_token);
  expect(again.status).toBe(200);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.membership.updateMany({
      where: { userId: user.id, organizationId: north.id },
      data: { status: "inactive" },
    }),
  );
  expect(await refresh(again.body.refresh_token)).toMatchObject({
    status: 400,
    body: { error: "invalid_grant", error_code: "membership_inactive" },
  });
});

test("a named organization is evaluated even if the client has no app", async () => {
  const user = await aUser(acme);
  const [here, disabled, elsewhere] = [
    await anOrganization(acme),
    await anOrganization(acme, { status: "disabled" }),
    await anOrganization(await aTenant()),
  ];
  const left = await anOrganization(acme);
  const roleId = (await aRole(acme, { appIds: [] })).id;
  for (const { id: organizationId } of [here, disabled, left])
    await aMember(acme, { userId: user.id, organizationId, roleId });
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.membership.updateMany({
      where: { userId: user.id, organizationId: left.id },
      data: { status: "inactive" },
    }),
  );
  const nobodys = await anOrganization(acme);
  for (const [organizationId, code] of [
    [crypto.randomUUID(), "organization_unknown"],
    [elsewhere.id, "organization_unknown"],
    [disabled.id, "organization_inactive"],
    [nobodys.id, "no_membership"],
    [left.id, "membership_inactive"],
  ] as const) {
    const extra = { organization_id: organizationId };
    const { callback } = await signIn(new Browser(), client, user.id, extra);
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: "access_denied",
      error_code: code,
      state: "the-state",
    });
  }
  const signedIn = await signIn(new Browser(), client, user.id, { organization_id: here.id });
  const { body } = await exchangeCode(client, signedIn);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.workspace.updateMany({
      where: { organizationId: here.id },
      data: { status: "disabled" },
    }),
  );
  const form = { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" };
  expect(await tokenRequest(client, form)).toMatchObject({
    status: 400,
    body: { error: "invalid_grant", error_code: "organization_inactive" },
  });
});

test("resuming an unknown sign-in, or another browser's, has no effect", async () => {
  const browser = new Browser();
  const uid = locationOf(await browser.go(authorizeRoute, good())).searchParams.get("interaction");
  const answer = await new Browser().go(resumeRoute, `/oauth/authorize/${uid}`);
  expect(answer.status).toBe(400);
  expect((await browser.go(resumeRoute, "/oauth/authorize/unknown")).status).toBe(400);
});
