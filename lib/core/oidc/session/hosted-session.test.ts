import { afterEach, beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as confirmRoute } from "@/app/oauth/logout/confirm/route";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { POST as revokeRoute } from "@/app/oauth/revoke/route";
import { readHostedSession } from "@/lib/core/oidc/session/hosted-session";
import { completeLogin } from "@/lib/core/oidc/sign-in/complete-interaction";
import { endSessions } from "@/lib/core/sessions/end-sessions";
import { noRequest } from "@/lib/kernel/caller";
import { now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
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
let reset: (() => void) | undefined;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/logout" });
});
afterEach(() => reset?.());

const minutesLater = (minutes: number) => {
  reset?.();
  reset = setClock({ now: () => new Date(Date.now() + minutes * 60_000) });
};

async function signedIn() {
  const user = await aUser(acme);
  const browser = new Browser();
  const tokens = (await exchangeCode(client, await signIn(browser, client, user.id))).body;
  return { user, browser, tokens };
}

const isSignedIn = async (browser: Browser, scope = acme) =>
  (await readHostedSession(browser.read, scope)) !== null;

const logout = (browser: Browser, query: Record<string, string>) =>
  browser.go(logoutRoute, `/oauth/logout?${new URLSearchParams(query)}`);

test("a browser is signed in to two tenants at once, and neither sees the other", async () => {
  const { browser, user } = await signedIn();
  const globex = await aTenant({ name: "Globex" });
  const theirs = await anOidcClient(globex);
  const other = await aUser(globex);
  expect(await isSignedIn(browser, globex)).toBe(false);
  await signIn(browser, theirs, other.id);
  expect(await readHostedSession(browser.read, acme)).toMatchObject({ userId: user.id });
  expect(await readHostedSession(browser.read, globex)).toMatchObject({ userId: other.id });
  await logout(browser, { client_id: theirs.clientId });
  expect(await isSignedIn(browser)).toBe(true);
});

test("an idle browser must sign in again, while its relying parties continue", async () => {
  const { browser, user, tokens } = await signedIn();
  minutesLater(29);
  expect(await isSignedIn(browser)).toBe(true);
  minutesLater(29 + 29);
  expect(await isSignedIn(browser)).toBe(true);
  minutesLater(29 + 29 + 31);
  expect(await isSignedIn(browser)).toBe(false);
  const again = await signIn(browser, client, user.id);
  expect(again.callback.searchParams.get("code")).toBeTruthy();
  const rows = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.count({ where: { userId: user.id } }),
  );
  expect(rows).toBe(2);
  const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
  expect((await tokenRequest(client, form)).status).toBe(200);
});

test("activity does not move the absolute end", async () => {
  const { browser } = await signedIn();
  for (let minutes = 25; minutes < 720; minutes += 25) {
    minutesLater(minutes);
    expect(await isSignedIn(browser)).toBe(true);
  }
  minutesLater(720);
  expect(await isSignedIn(browser)).toBe(false);
});

test("a revoked session ends the browser's sign-in and every token issued from it", async () => {
  const { browser, user, tokens } = await signedIn();
  await inPrismaTransaction(acme, (t) =>
    endSessions(
      t,
      { userId: user.id },
      {
        actor: { type: "user", id: user.id },
        context: noRequest,
        reason: "test",
        at: new Date(),
      },
    ),
  );
  expect(await isSignedIn(browser)).toBe(false);
  const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
  expect((await tokenRequest(client, form)).body.error).toBe("invalid_grant");
  const left = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.oidcPayload.count({ where: { userId: user.id } }),
  );
  expect(left).toBe(0);
  const deliveries = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.logoutDelivery.count({ where: { userId: user.id } }),
  );
  expect(deliveries).toBe(1);
});

test("ending all of a user's sessions deletes the tokens of an expired one, and retains those of the excepted one", async () => {
  const user = await aUser(acme);
  const tokensOf = async (browser: Browser) =>
    (await exchangeCode(client, await signIn(browser, client, user.id))).body;
  const expired = await tokensOf(new Browser());
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.updateMany({ where: { userId: user.id }, data: { expiredAt: new Date() } }),
  );
  const browser = new Browser();
  const current = await tokensOf(browser);
  const session = await readHostedSession(browser.read, acme);
  const refresh = async (token = "") =>
    (await tokenRequest(client, { grant_type: "refresh_token", refresh_token: token })).body;
  const still = await refresh(expired.refresh_token);
  expect(still.access_token).toBeTruthy();
  const by = { actor: acme.actor, context: noRequest, reason: "test", at: new Date() };
  await inPrismaTransaction(acme, (t) =>
    endSessions(t, { userId: user.id, except: session?.sessionId ?? "" }, by),
  );
  expect((await refresh(still.refresh_token)).error).toBe("invalid_grant");
  expect((await refresh(current.refresh_token)).access_token).toBeTruthy();
});

test("a refresh in progress while the session is revoked leaves no token behind", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, tokens } = await signedIn();
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    const by = { actor: acme.actor, context: noRequest, reason: "test", at: new Date() };
    await Promise.all([
      tokenRequest(client, form),
      tokenRequest(client, form),
      new Promise((resolve) => setTimeout(resolve, round * 4)).then(() =>
        inPrismaTransaction(acme, (t) => endSessions(t, { userId: user.id }, by)),
      ),
    ]);
    const left = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oidcPayload.count({ where: { userId: user.id } }),
    );
    expect(left).toBe(0);
  }
});

test("a logout with the session's own ID token is immediate and returns with the state", async () => {
  const { browser, tokens } = await signedIn();
  const response = await logout(browser, {
    id_token_hint: tokens.id_token ?? "",
    post_logout_redirect_uri: "https://rp.example.com/bye",
    state: "s1",
  });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("https://rp.example.com/bye?state=s1");
  expect(await isSignedIn(browser)).toBe(false);
});

test("a logout is immediate for a client that revoked its tokens before, as libraries do", async () => {
  const { browser, tokens } = await signedIn();
  const { clientId, clientSecret } = client;
  const form = { token: tokens.refresh_token ?? "", client_id: clientId };
  const revoked = await revokeRoute(
    new Request(`${config().baseUrl}/oauth/revoke`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...form, client_secret: clientSecret }).toString(),
    }),
    { params: Promise.resolve({}) },
  );
  expect(revoked.status).toBe(200);
  const other = await signedIn();
  const answer = await logout(browser, { id_token_hint: other.tokens.id_token ?? "" });
  expect([answer.status, await isSignedIn(browser)]).toEqual([200, true]);
  expect((await logout(browser, { id_token_hint: tokens.id_token ?? "" })).status).toBe(303);
  expect(await isSignedIn(browser)).toBe(false);
});

test("a logout also ends an idle session, with the tokens of its relying parties", async () => {
  const { browser, tokens } = await signedIn();
  minutesLater(31);
  expect(await isSignedIn(browser)).toBe(false);
  const response = await logout(browser, { id_token_hint: tokens.id_token ?? "" });
  expect(response.status).toBe(303);
  const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
  expect((await tokenRequest(client, form)).body.error).toBe("invalid_grant");
});

test("a logout without an address ends on our own page", async () => {
  const { browser, tokens } = await signedIn();
  const response = await logout(browser, { id_token_hint: tokens.id_token ?? "" });
  expect(response.headers.get("location")).toBe(
    `/signed-out?tenant=${acme.publicId}&client=${client.clientId}`,
  );
  expect(await isSignedIn(browser)).toBe(false);
});

test("without an ID token the person must confirm the sign-out", async () => {
  const { browser } = await signedIn();
  const query = {
    client_id: client.clientId,
    post_logout_redirect_uri: "http://localhost:9999/bye",
  };
  const page = await logout(browser, query);
  expect(page.status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);
  const html = await page.text();
  const confirmation = /name="confirmation" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const say = (form: Record<string, string>) =>
    browser.go(confirmRoute, "/oauth/logout/confirm", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    });
  expect((await say({ ...query, confirmation: "x" })).status).toBe(400);
  expect(await isSignedIn(browser)).toBe(true);
  const done = await say({ ...query, confirmation });
  expect(done.headers.get("location")).toBe("http://localhost:9999/bye");
  expect(await isSignedIn(browser)).toBe(false);
});

test("another user's ID token does not sign this browser out without confirmation", async () => {
  const { browser } = await signedIn();
  const { tokens } = await signedIn();
  const response = await logout(browser, { id_token_hint: tokens.id_token ?? "" });
  expect(response.status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);
});

test("a logout with an invalid token, an unknown user or another redirect is a page without effect", async () => {
  const { browser, tokens } = await signedIn();
  const hint = tokens.id_token ?? "";
  const other = await anOidcClient(acme);
  const uri = (post_logout_redirect_uri: string) => ({
    client_id: client.clientId,
    post_logout_redirect_uri,
  });
  for (const query of [
    {},
    { post_logout_redirect_uri: "https://rp.example.com/bye" },
    { id_token_hint: "nonsense" },
    { id_token_hint: `${hint.slice(0, -4)}AAAA` },
    { id_token_hint: tokens.access_token ?? "" },
    { id_token_hint: hint, client_id: other.clientId },
    { client_id: "aoc_unknown" },
    uri("https://evil.example/"),
    uri("https://rp.example.com:8443/bye"),
    uri("https://rp.example.com/bye?x=1"),
    uri("http://localhost:4000/other"),
    uri("http://127.0.0.1:4000/bye"),
    uri("http://rp.example.com/bye"),
    { ...uri("https://rp.example.com/bye"), state: "x".repeat(2049) },
  ]) {
    const response = await logout(browser, query as Record<string, string>);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(response.headers.get("location")).toBeNull();
  }
  expect(await isSignedIn(browser)).toBe(true);
});

test("when two tabs sign in, the same user stays in one session and another user replaces it", async () => {
  const [ada, bob] = [await aUser(acme), await aUser(acme)];
  const browser = new Browser();
  const begin = async () => {
    const response = await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge));
    return locationOf(response).searchParams.get("interaction") ?? "";
  };
  const finish = async (uid: string, userId: string) => {
    const login = { userId, authTime: now(), amr: ["pwd"], trustedDeviceId: null, kind: null };
    const next = await completeLogin(await interactionIn(browser, uid), login, noRequest);
    const response = await browser.go(resumeRoute, next ?? "");
    expect(locationOf(response).searchParams.get("code")).toBeTruthy();
    return readHostedSession(browser.read, acme);
  };
  const tabs = [await begin(), await begin(), await begin()] as const;
  const first = await finish(tabs[0], ada.id);
  expect(await finish(tabs[1], ada.id)).toMatchObject({ sessionId: first?.sessionId });
  expect(await finish(tabs[2], bob.id)).toMatchObject({ userId: bob.id });
  const replaced = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.findMany({ where: { userId: ada.id } }),
  );
  expect(replaced).toMatchObject([{ revokedReason: "replaced" }]);
});
