import { beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as preflightRoute } from "@/app/oauth/login/preflight/route";
import { POST as verifyRoute } from "@/app/oauth/login/verify-otp/route";
import { trustedDeviceCookieName } from "@/lib/core/oidc/http/cookies";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, exchangeCode, locationOf, pkce } from "@/tests/support/browser";
import { lastCode } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let client: TestOidcClient;
let user: { email: string };
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  user = await aUser(acme);
});

type Json = Record<string, unknown>;

async function startSignIn(): Promise<{ browser: Browser; verifier: string }> {
  const browser = new Browser();
  const { verifier, challenge } = pkce();
  await browser.go(authorizeRoute, authorizeUrl(client, challenge));
  return { browser, verifier };
}

function post(
  browser: Browser,
  route: typeof preflightRoute,
  body: Json,
  headers: Record<string, string> = {},
) {
  const path = route === preflightRoute ? "/oauth/login/preflight" : "/oauth/login/verify-otp";
  return browser.go(route, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const right = () => ({ email: user.email, password: A_PASSWORD });

test("password and mailed code lead to the application, with a trusted device in a cookie", async () => {
  const { browser, verifier } = await startSignIn();
  const first = await post(browser, preflightRoute, right());
  expect(first.status).toBe(200);
  const { status, challenge } = (await first.json()) as { status: string; challenge: Json };
  expect(status).toBe("otp_required");
  expect(challenge).toMatchObject({ type: "email_otp", code_length: 6, token: expect.any(String) });
  const code = await lastCode(acme, user.email);
  const second = await post(
    browser,
    verifyRoute,
    { email: user.email, code, remember_device: true },
    { "x-login-challenge": String(challenge.token) },
  );
  const answer = (await second.json()) as { status: string; redirect_to: string };
  expect(answer.status).toBe("grant");
  expect(browser.read(trustedDeviceCookieName(acme.environmentId))).toMatch(/^atd_/);
  const callback = locationOf(await browser.go(resumeRoute, answer.redirect_to));
  const tokens = await exchangeCode(client, { callback, verifier });
  expect(tokens.status).toBe(200);

  const again = new Browser();
  again.adopt(browser, trustedDeviceCookieName(acme.environmentId));
  await again.go(authorizeRoute, authorizeUrl(client, pkce().challenge));
  const known = await post(again, preflightRoute, right());
  expect(await known.json()).toMatchObject({ status: "grant" });
});

test("a wrong password and an unknown address are the same bytes, in the hosted form", async () => {
  const { browser } = await startSignIn();
  const answers = [
    await post(browser, preflightRoute, { ...right(), password: "wrong" }),
    await post(browser, preflightRoute, { email: "nobody@example.com", password: "wrong" }),
  ];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map((answer) => answer.status)).toEqual([400, 400]);
  expect(new Set(texts).size).toBe(1);
  expect(JSON.parse(texts[0] ?? "")).toEqual({
    error: "invalid_grant",
    error_description: "invalid credentials",
    error_code: "invalid_credentials",
  });
});

test("after five failures the answer is locked, with Retry-After", async () => {
  const { browser } = await startSignIn();
  const wrong = { email: (await aUser(acme)).email, password: "wrong" };
  for (let failure = 0; failure < 5; failure += 1)
    expect((await post(browser, preflightRoute, wrong)).status).toBe(400);
  const locked = await post(browser, preflightRoute, wrong);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(await locked.json()).toMatchObject({
    error: "temporarily_unavailable",
    error_code: "login_temporarily_locked",
  });
});

test("the answer shows that no code was sent for a challenge, and until when", async () => {
  const { browser } = await startSignIn();
  const { email } = await aUser(acme);
  const ask = async () => {
    const answer = await post(browser, preflightRoute, { email, password: A_PASSWORD });
    return ((await answer.json()) as { challenge: Json }).challenge;
  };
  for (let sent = 0; sent < 5; sent += 1) expect(await ask()).not.toHaveProperty("sent");
  const code = await lastCode(acme, email);
  const challenge = await ask();
  expect(challenge).toMatchObject({ type: "email_otp", sent: false });
  expect(challenge.resend_after_seconds).toBeGreaterThan(800);
  const headers = { "x-login-challenge": String(challenge.token) };
  const answer = await post(browser, verifyRoute, { email, code }, headers);
  expect(await answer.json()).toMatchObject({ status: "grant" });
});

test("a request without a sign-in of this browser, from another site, or not as JSON is refused unread", async () => {
  const { browser } = await startSignIn();
  const otherBrowser = await post(new Browser(), preflightRoute, right());
  expect(otherBrowser.status).toBe(400);
  expect(await otherBrowser.json()).toMatchObject({ error: "invalid_request" });
  const headers: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
  ];
  for (const wrong of headers)
    expect(await (await post(browser, preflightRoute, right(), wrong)).json()).toMatchObject({
      error: "invalid_request",
    });
  const own = await post(browser, preflightRoute, right(), { origin: config().baseUrl });
  expect(own.status).toBe(200);
  const unknown = await post(browser, preflightRoute, { ...right(), tenant: "x" });
  expect(await unknown.json()).toMatchObject({ error: "invalid_request" });
});

test("a code that is wrong, used, replaced, unknown or another login's is refused in the same bytes", async () => {
  const someone = await aUser(acme);
  const [{ browser }, { browser: other }] = [await startSignIn(), await startSignIn()];
  const challengeOf = async (email: string, at: Browser) => {
    const answer = await post(at, preflightRoute, { email, password: A_PASSWORD });
    return String(((await answer.json()) as { challenge: Json }).challenge.token);
  };
  const replaced = await challengeOf(someone.email, browser);
  const old = await lastCode(acme, someone.email);
  const live = await challengeOf(someone.email, browser);
  const code = await lastCode(acme, someone.email);
  const wrong = code === "000000" ? "000001" : "000000";
  const foreign = await challengeOf((await aUser(acme)).email, other);
  const attempts: [Json, string | null][] = [
    [{ email: someone.email, code: wrong }, live],
    [{ email: someone.email, code: wrong }, null],
    [{ email: someone.email, code: old }, replaced],
    [{ email: someone.email, code }, foreign],
    [{ email: someone.email, code }, "alc_nobody"],
    [{ email: "nobody@example.com", code }, live],
    [{ email: "nobody@example.com", code }, null],
  ];
  const seen = new Set<string>();
  for (const [body, token] of attempts) {
    const headers: Record<string, string> = token === null ? {} : { "x-login-challenge": token };
    const answer = await post(browser, verifyRoute, body, headers);
    const names = [...answer.headers.keys()].sort().join();
    seen.add(`${answer.status} ${names} ${await answer.text()}`);
  }
  expect([...seen]).toEqual([
    expect.stringContaining('{"error":"invalid_grant","error_description":"invalid credentials"'),
  ]);
  // Another user's, whose address has no failures yet: the fifth would lock it.
  const last = await aUser(acme);
  const token = await challengeOf(last.email, browser);
  const redeem = async () => {
    const body = { email: last.email, code: await lastCode(acme, last.email) };
    return post(browser, verifyRoute, body, { "x-login-challenge": token });
  };
  expect((await redeem()).status).toBe(200);
  const spent = await redeem();
  seen.add(`${spent.status} ${[...spent.headers.keys()].sort().join()} ${await spent.text()}`);
  expect(seen.size).toBe(1);
});
