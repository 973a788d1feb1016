import { beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as preflightRoute } from "@/app/oauth/login/preflight/route";
import { POST as verifyRoute } from "@/app/oauth/login/verify-otp/route";
import { config } from "@/lib/config/config";
import { trustedDeviceCookieName } from "@/lib/oidc/cookies";
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

async function begun(): Promise<{ browser: Browser; verifier: string }> {
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

test("password, mailed code, and on to the application with a trusted device kept in a cookie", async () => {
  const { browser, verifier } = await begun();
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
  const { browser } = await begun();
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

test("after five failures the answer is locked, with when to come back", async () => {
  const { browser } = await begun();
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

test("without a sign-in of this browser, from another site, or not as JSON, nothing is tried", async () => {
  const { browser } = await begun();
  const stranger = await post(new Browser(), preflightRoute, right());
  expect(stranger.status).toBe(400);
  expect(await stranger.json()).toMatchObject({ error: "invalid_request" });
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
