// Named after the modules of the OpenID Foundation's basic plan; docs/DIVERGENCES.md names those that are not
// met, and why.
import { decodeProtectedHeader } from "jose";
import { afterEach, beforeAll, expect, test } from "vitest";
import { POST as authorizePost, GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as userinfoPost, GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import {
  authorizeUrl,
  Browser,
  exchangeCode,
  locationOf,
  pkce,
  signIn,
  signInAt,
  tokenRequest,
} from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

let acme: TestEnvironment;
let client: TestOidcClient;
let user: { id: string; email: string };
let reset: (() => void) | undefined;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  user = await aUser(acme, { displayName: "Ada", emailVerifiedMethod: "service_otp" });
});
afterEach(() => reset?.());

const tokensFor = async (extra: Record<string, string> = {}) =>
  (await exchangeCode(client, await signIn(new Browser(), client, user.id, extra))).body;

async function userinfo(accessToken: string, method: "GET" | "POST" = "GET") {
  const request = new Request(`${config().baseUrl}/oauth/userinfo`, {
    method,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const route = method === "GET" ? userinfoRoute : userinfoPost;
  const response = await route(request, { params: Promise.resolve({}) });
  return { status: response.status, claims: (await response.json()) as Record<string, unknown> };
}

const ask = (change: (query: URLSearchParams) => void) => {
  const url = new URL(authorizeUrl(client, pkce().challenge), config().baseUrl);
  change(url.searchParams);
  return new Browser().go(authorizeRoute, url.href);
};

test("oidcc-server: state comes back, tokens are a bearer's, and the ID token is for this client and nonce", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  expect(signedIn.callback.searchParams.get("state")).toBe("the-state");
  expect(signedIn.callback.hash).toBe("");
  const { body } = await exchangeCode(client, signedIn);
  expect(body.token_type).toBe("Bearer");
  const claims = await verifiedClaims(body.id_token ?? "", client.clientId);
  expect(claims).toMatchObject({ sub: user.id, aud: client.clientId, nonce: "the-nonce" });
  expect(claims.azp ?? client.clientId).toBe(client.clientId);
  expect(String(claims.sub).length).toBeLessThanOrEqual(255);
  expect(Math.abs((claims.iat ?? 0) - Date.now() / 1000)).toBeLessThan(60);
});

test("oidcc-server-client-secret-post: the same with the secret in the form", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  // `exchangeCode` sends the secret in the form.
  expect((await exchangeCode(client, signedIn)).status).toBe(200);
});

test("oidcc-response-type-missing: the application gets invalid_request", async () => {
  const target = locationOf(await ask((query) => query.delete("response_type")));
  expect(target.searchParams.get("error")).toBe("invalid_request");
});

test("oidcc-idtoken-signature: RS256, by a key that its kid finds among the published ones", async () => {
  const { id_token = "" } = await tokensFor();
  const { alg, kid } = decodeProtectedHeader(id_token);
  expect(alg).toBe("RS256");
  const keys = await publicKeys();
  expect(keys.filter((key) => key.kid === kid)).toHaveLength(1);
  for (const key of keys) expect(key).not.toHaveProperty("d");
});

test("oidcc-userinfo-get: the claims of the ID token's subject", async () => {
  const { access_token = "" } = await tokensFor();
  expect(await userinfo(access_token)).toMatchObject({ status: 200, claims: { sub: user.id } });
});

test("oidcc-userinfo-post-header: the same by POST", async () => {
  const { access_token = "" } = await tokensFor();
  const byPost = await userinfo(access_token, "POST");
  expect(byPost).toEqual(await userinfo(access_token));
});

test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: a code, and an ID token without one", async () => {
  const { id_token = "" } = await tokensFor({ nonce: "" });
  expect(await verifiedClaims(id_token, client.clientId)).not.toHaveProperty("nonce");
});

test.each([
  ["oidcc-scope-profile", "openid profile", { name: "Ada" }, ["email"]],
  ["oidcc-scope-email", "openid email", { email_verified: true }, ["name"]],
  ["oidcc-scope-address", "openid address", {}, ["address", "email", "name"]],
  ["oidcc-scope-phone", "openid phone", {}, ["phone_number", "email", "name"]],
  ["oidcc-scope-all", "openid profile email address phone", { name: "Ada" }, ["address"]],
])(
  "%s: `%s` is answered with its claims that there are, and no others",
  async (_, scope, has, not) => {
    const tokens = await tokensFor({ scope });
    const { claims } = await userinfo(tokens.access_token ?? "");
    expect(claims).toMatchObject({ sub: user.id, ...has });
    for (const name of not) expect(claims).not.toHaveProperty(name);
  },
);

test("oidcc-alternate-happy-flow: neither the order of scopes nor that of parameters matters", async () => {
  const { verifier, challenge } = pkce();
  const url = new URL(authorizeUrl(client, challenge), config().baseUrl);
  const turned = [...url.searchParams].reverse().map(([name, value]) => {
    return [name, name === "scope" ? value.split(" ").reverse().join(" ") : value];
  });
  url.search = new URLSearchParams(turned).toString();
  const { callback } = await signInAt(new Browser(), url.href, user.id);
  expect((await exchangeCode(client, { callback, verifier })).body.id_token).toBeTruthy();
});

test.each([
  ["oidcc-login-hint", "login_hint", "buffy@example.com"],
  ["oidcc-ui-locales", "ui_locales", "se"],
])("%s: `%s` is no error", async (_, name, value) => {
  expect((await tokensFor({ [name]: value })).id_token).toBeTruthy();
});

test("oidcc-codereuse: a code that comes back at once is invalid_grant", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  expect((await exchangeCode(client, signedIn)).status).toBe(200);
  const again = await exchangeCode(client, signedIn);
  expect(again).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("oidcc-codereuse-30seconds: after thirty seconds it also ends the access token", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  const { body } = await exchangeCode(client, signedIn);
  reset = setClock({ now: () => new Date(Date.now() + 30_000) });
  expect((await exchangeCode(client, signedIn)).body.error).toBe("invalid_grant");
  expect((await userinfo(body.access_token ?? "")).status).toBe(401);
});

test("oidcc-ensure-registered-redirect-uri: a page for the person, and no redirect", async () => {
  const response = await ask((query) => query.set("redirect_uri", "https://rp.example.com/other"));
  expect(response.status).toBe(400);
  expect(response.headers.get("location")).toBeNull();
  expect(await response.text()).toContain("redirect_uri");
});

test("oidcc-refresh-token: new tokens of the same subject and session, for this client alone", async () => {
  const first = await tokensFor();
  const form = { grant_type: "refresh_token", refresh_token: first.refresh_token ?? "" };
  const otherClient = await anOidcClient(acme);
  const stolen = await tokenRequest(otherClient, form);
  expect(stolen).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  const { status, body } = await tokenRequest(client, form);
  expect(status).toBe(200);
  expect(body.access_token).not.toBe(first.access_token);
  const [before, after] = await Promise.all(
    [first, body].map((tokens) => verifiedClaims(tokens.id_token ?? "", client.clientId)),
  );
  // OpenID Connect Core §12.2.
  for (const claim of ["iss", "sub", "aud", "auth_time", "sid"])
    expect(after?.[claim]).toEqual(before?.[claim]);
});

test("oidcc-ensure-request-with-valid-pkce-succeeds: and without a verifier the code is worth nothing", async () => {
  const signedIn = await signIn(new Browser(), client, user.id);
  expect((await exchangeCode(client, { ...signedIn, verifier: "" })).status).toBe(400);
  expect((await tokensFor()).access_token).toBeTruthy();
});

const refused = {
  "oidcc-prompt-login": { prompt: "login" },
  "oidcc-prompt-none-not-logged-in": { prompt: "none" },
  "oidcc-max-age-1": { max_age: "1" },
  "oidcc-ensure-request-with-unknown-parameter-succeeds": { extra: "foobar" },
};

test.each(Object.entries(refused))(
  "not %s: a parameter that would be dropped silently is an error for the application",
  async (_, parameters) => {
    const [[name = "", value = ""] = []] = Object.entries(parameters);
    const target = locationOf(await ask((query) => query.set(name, value)));
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: "invalid_request",
      error_description: `unrecognized parameter ${name}`,
      state: "the-state",
    });
  },
);

test.each([
  ["oidcc-display-page", { display: "page" }],
  ["oidcc-display-popup", { display: "popup" }],
  ["oidcc-claims-locales", { claims_locales: "se" }],
  ["oidcc-ensure-request-with-acr-values-succeeds", { acr_values: "1 2" }],
])("%s: the sign-in succeeds", async (_, parameters) => {
  const { id_token = "" } = await tokensFor(parameters);
  expect(await verifiedClaims(id_token, client.clientId)).toMatchObject({ sub: user.id });
});

test("oidcc-id-token-hint: a user who is signed in and named by the hint goes on without a page", async () => {
  const browser = new Browser();
  const first = await exchangeCode(client, await signIn(browser, client, user.id));
  const { id_token = "" } = first.body;
  const url = authorizeUrl(client, pkce().challenge, { id_token_hint: id_token });
  const target = locationOf(await browser.go(authorizeRoute, url));
  expect(target.searchParams.get("code")).toBeTruthy();
});

test("oidcc-claims-essential: a claim that is requested by name is at userinfo", async () => {
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
  const tokens = await tokensFor({ scope: "openid", claims });
  const { claims: userinfoClaims } = await userinfo(tokens.access_token ?? "");
  expect(userinfoClaims).toMatchObject({ sub: user.id, name: "Ada" });
  expect(userinfoClaims).not.toHaveProperty("email");
});

test.each([
  [
    "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
    { request_uri: "https://rp.example.com/request" },
    "request_uri_not_supported",
  ],
  [
    "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
    { request: "e30.e30." },
    "request_not_supported",
  ],
])("%s: rejected as unsupported", async (_, parameters, error) => {
  const [[name = "", value = ""] = []] = Object.entries(parameters);
  const { searchParams } = locationOf(await ask((query) => query.set(name, value)));
  expect([searchParams.get("error"), searchParams.get("state")]).toEqual([error, "the-state"]);
});

test("oidcc-ensure-post-request-succeeds: a form leads to the same sign-in", async () => {
  const { verifier, challenge } = pkce();
  const url = new URL(authorizeUrl(client, challenge), config().baseUrl);
  const browser = new Browser();
  const response = await browser.go(authorizePost, url.pathname, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: url.search.slice(1),
  });
  expect(response.status).toBe(303);
  const { callback } = await signInAt(browser, locationOf(response).href, user.id);
  expect((await exchangeCode(client, { callback, verifier })).status).toBe(200);
});

test("not oidcc-userinfo-post-body: an access token is taken from the header alone", async () => {
  const { access_token = "" } = await tokensFor();
  const request = new Request(`${config().baseUrl}/oauth/userinfo`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ access_token }).toString(),
  });
  const response = await userinfoPost(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(401);
  // No token was presented where the service looks for one: a bare challenge (RFC 6750, 3.1).
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
});
