import { beforeAll, expect, test } from "vitest";
import { POST as codeForm } from "@/app/(hosted)/login/code/route";
import { POST as loginForm, GET as loginPage } from "@/app/(hosted)/login/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { sessionCookieName } from "@/lib/core/oidc/http/cookies";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { authorizeUrl, Browser, locationOf, pkce, signIn } from "@/tests/support/browser";
import { lastCode } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
});

const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: {
    "content-type": "application/x-www-form-urlencoded",
    origin: new URL(config().baseUrl).origin,
  },
  body: new URLSearchParams(fields).toString(),
});

/** Starts a sign-in in a tab. */
async function aTab(browser: Browser): Promise<string> {
  const started = await browser.go(authorizeRoute, authorizeUrl(client, pkce().challenge));
  const { pathname, search } = locationOf(started);
  return pathname + search;
}

/** Sends the password, which redirects to the page for the code. */
async function sendPassword(browser: Browser, tab: string, email: string): Promise<string> {
  const sent = await browser.go(loginForm, tab, form({ email, password: A_PASSWORD }));
  const { pathname, search } = locationOf(sent);
  expect(pathname).toBe("/login/code");
  return pathname + search;
}

/** Sends the code, which redirects to the application. */
async function sendCode(browser: Browser, tab: string, codePage: string, email: string) {
  await browser.go(
    codeForm,
    codePage,
    form({ intent: "enter", code: await lastCode(acme, email) }),
  );
  const html = await (await browser.go(loginPage, tab)).text();
  const on = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1] ?? "";
  return locationOf(await browser.go(resumeRoute, on.replaceAll("&amp;", "&")));
}

const sizeOf = (browser: Browser) => browser.cookiesFor("/login/code").length;

test("sixty finished sign-ins and two hundred unfinished ones leave room in a header, and the newest works", async () => {
  const browser = new Browser();
  for (let round = 0; round < 60; round += 1) {
    const { email } = await aUser(acme);
    browser.forget(sessionCookieName(acme.environmentId));
    const tab = await aTab(browser);
    if (round % 20 === 0)
      await sendCode(browser, tab, await sendPassword(browser, tab, email), email);
    else await signIn(browser, client, (await aUser(acme)).id);
    expect(browser.cookiesFor("/login")).not.toContain("atrium_pending");
  }
  browser.forget(sessionCookieName(acme.environmentId));
  const { email } = await aUser(acme);
  let largest = 0;
  for (let round = 0; round < 200; round += 1) {
    const tab = await aTab(browser);
    if (round % 50 === 0) await sendPassword(browser, tab, (await aUser(acme)).email);
    largest = Math.max(largest, sizeOf(browser));
  }
  expect(largest).toBeLessThan(6 * 1024);
  const tab = await aTab(browser);
  const answer = await sendCode(browser, tab, await sendPassword(browser, tab, email), email);
  expect(answer.searchParams.get("code")).toBeTruthy();
}, 120_000);

test("two tabs that wait for a code at once both complete, and only the session remains", async () => {
  const browser = new Browser();
  const [ada, bob] = [await aUser(acme), await aUser(acme)];
  const tabs = [await aTab(browser), await aTab(browser)] as const;
  const pages = [
    await sendPassword(browser, tabs[0], ada.email),
    await sendPassword(browser, tabs[1], bob.email),
  ] as const;
  for (const [index, { email }] of [ada, bob].entries()) {
    const answer = await sendCode(browser, tabs[index] ?? "", pages[index] ?? "", email);
    expect(answer.searchParams.get("code")).toBeTruthy();
  }
  expect(
    browser
      .cookiesFor("/login/code")
      .split("; ")
      .map((pair) => pair.split("=")[0]),
  ).toEqual([sessionCookieName(acme.environmentId)]);
});

test("a browser retains the sessions of the environments that it signed in to last", async () => {
  const browser = new Browser();
  const names: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const tenant = await aTenant();
    await signIn(browser, await anOidcClient(tenant), (await aUser(tenant)).id);
    names.push(sessionCookieName(tenant.environmentId));
  }
  expect(names.filter((name) => browser.read(name) !== undefined)).toEqual(names.slice(-8));
});
