// Named after the modules of the OpenID Foundation's plans for RP-initiated and back-channel logout;
// docs/DIVERGENCES.md names those that are not met, and why.
import { createLocalJWKSet, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import { publicKeys } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
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
} from "@/tests/support/browser";
import { verifiedClaims } from "@/tests/support/id-token";

const BYE = "https://rp.example.com/bye";
let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/logout" });
});

async function signedIn() {
  const user = await aUser(acme);
  const browser = new Browser();
  const { body } = await exchangeCode(client, await signIn(browser, client, user.id));
  return { user, browser, idToken: body.id_token ?? "" };
}

/** Whether the next authorization requires a sign-in. */
async function isSignedOut(browser: Browser): Promise<boolean> {
  const response = await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge));
  return locationOf(response).pathname === "/login";
}

const logout = (browser: Browser, query: Record<string, string>) =>
  browser.go(logoutRoute, `/oauth/logout?${new URLSearchParams(query)}`);

test("oidcc-rp-initiated-logout: signed out, and back at the application with its state", async () => {
  const { browser, idToken } = await signedIn();
  expect(await isSignedOut(browser)).toBe(false);
  const query = { id_token_hint: idToken, post_logout_redirect_uri: BYE, state: "s 1&x" };
  const target = locationOf(await logout(browser, query));
  expect(target.origin + target.pathname).toBe(BYE);
  expect([...target.searchParams]).toEqual([["state", "s 1&x"]]);
  expect(await isSignedOut(browser)).toBe(true);
});

test("oidcc-rp-initiated-logout-no-state: back at the application with nothing added", async () => {
  const { browser, idToken } = await signedIn();
  const query = { id_token_hint: idToken, post_logout_redirect_uri: BYE };
  expect((await logout(browser, query)).headers.get("location")).toBe(BYE);
  expect(await isSignedOut(browser)).toBe(true);
});

test("oidcc-rp-initiated-logout-no-post-logout-redirect-uri: signed out, on a page that says so", async () => {
  const { browser, idToken } = await signedIn();
  expect(locationOf(await logout(browser, { id_token_hint: idToken })).pathname).toBe(
    "/signed-out",
  );
  expect(await isSignedOut(browser)).toBe(true);
});

async function withAlgNone(idToken: string): Promise<string> {
  const header = Buffer.from('{"alg":"none"}').toString("base64url");
  return `${header}.${idToken.split(".")[1]}.`;
}

async function signedByAnother(idToken: string): Promise<string> {
  const claims = await verifiedClaims(idToken, client.clientId);
  const { privateKey } = await generateKeyPair("RS256");
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
}

type Change = (idToken: string) => Promise<Record<string, string>>;
const stays: Record<string, Change> = {
  "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri": async (id_token_hint) => ({
    id_token_hint,
    post_logout_redirect_uri: "https://rp.example.com/elsewhere",
  }),
  "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri": async (id_token_hint) => ({
    id_token_hint,
    post_logout_redirect_uri: `${BYE}?foo=bar`,
  }),
  "oidcc-rp-initiated-logout-modified-id-token-hint": async (idToken) => ({
    id_token_hint: await withAlgNone(idToken),
    post_logout_redirect_uri: BYE,
  }),
  "oidcc-rp-initiated-logout-bad-id-token-hint": async (idToken) => ({
    id_token_hint: await signedByAnother(idToken),
    post_logout_redirect_uri: BYE,
  }),
  "oidcc-rp-initiated-logout-no-id-token-hint": async () => ({ post_logout_redirect_uri: BYE }),
  "not oidcc-rp-initiated-logout-no-params": async () => ({}),
  "not oidcc-rp-initiated-logout-only-state": async () => ({ state: "s1" }),
};

test.each(Object.entries(stays))(
  "%s: a page, no redirect, and still signed in",
  async (_, change) => {
    const { browser, idToken } = await signedIn();
    const response = await logout(browser, await change(idToken));
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await isSignedOut(browser)).toBe(false);
  },
);

test("oidcc-backchannel-rp-initiated-logout: the application's receiver gets a token of the very session", async () => {
  const { user, browser, idToken } = await signedIn();
  const query = { id_token_hint: idToken, post_logout_redirect_uri: BYE };
  expect((await logout(browser, query)).headers.get("location")).toBe(BYE);
  const { tenantId, environmentId } = acme;
  const [delivery] = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.logoutDelivery.findMany({ where: { userId: user.id } }),
  );
  const received: { uri: string; token: string }[] = [];
  await deliverLogout(
    { tenantId, environmentId, deliveryId: delivery?.id ?? "" },
    async (uri, token) => {
      received.push({ uri, token });
      return { statusCode: 200, error: null, refused: false, durationMs: 1 };
    },
  );
  expect(received.map(({ uri }) => uri)).toEqual(["https://rp.example.com/logout"]);
  const keys = createLocalJWKSet({ keys: await publicKeys() });
  const { payload } = await jwtVerify(received[0]?.token ?? "", keys, {
    issuer: config().baseUrl,
    audience: client.clientId,
    algorithms: ["RS256"],
    requiredClaims: ["iat", "exp", "jti"],
    typ: "logout+jwt",
  });
  const claims = await verifiedClaims(idToken, client.clientId);
  expect(payload).toMatchObject({ sub: claims.sub, sid: claims.sid });
  expect(payload.events).toEqual({ "http://schemas.openid.net/event/backchannel-logout": {} });
  expect(payload).not.toHaveProperty("nonce");
  expect(await isSignedOut(browser)).toBe(true);
});
