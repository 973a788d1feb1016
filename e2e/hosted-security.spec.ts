import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import {
  application,
  begin,
  codeOf,
  enter,
  enterCode,
  security,
  signedIn,
} from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser, type HostedUser } from "./support/hosted-user";
import { newestCode } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const heading = (page: Page) => page.getByRole("heading", { name: "Account security", level: 1 });
const part = (page: Page, name: string) => page.getByRole("region", { name });
const sessions = (page: Page) => part(page, "Where you are signed in").getByRole("listitem");
const devices = (page: Page) => part(page, "Trusted devices").getByRole("listitem");
const statusWith = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const NEW_PASSWORD = "six green bottles standing";

/** Signs in at the application, in a browser of its own. */
async function signInElsewhere(
  browser: Browser,
  options: BrowserContextOptions,
  { email, password }: HostedUser,
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await begin(page);
  await enter(page, email, password);
  await expect(codeOf(page)).toBeVisible();
  const code = await newestCode(email);
  await page.getByLabel(/^Trust this device/).check();
  await enterCode(page, code);
  await expect(signedIn(page)).toBeVisible();
  return { page, close: () => context.close() };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
}

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("Current password").fill(from);
  await page.getByLabel("New password").fill(to);
  await page.getByRole("button", { name: "Change password" }).click();
}

test("account security signs in by itself and comes back, with an address that tells nothing", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  await page.goto(security());
  await expect(page.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByText("to continue to Account security")).toBeVisible();
  await signInHosted(page, email, password);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(email);
  expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(["environment", "tenant"]);
  await page.goto(application());
  await expect(signedIn(page)).toBeVisible();
});

test("an unknown tenant, and an environment it doesn't have, lead to no sign-in", async ({
  page,
}) => {
  for (const address of ["/account-security?tenant=atr_nobody", `${security()}&environment=moon`]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    await expectSound(page, "no-such-tenant");
  }
});

test("the password is changed with the current one, which ends every other session", async ({
  page,
  browser,
  baseURL,
}) => {
  const user = await aHostedUser();
  const other = await signInElsewhere(browser, { baseURL }, user);
  await begin(page);
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(signedIn(page)).toBeVisible();
  await page.goto(security());
  await expect(sessions(page)).toHaveCount(2);
  await changePassword(page, "not the password", NEW_PASSWORD);
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
    "That is not your current password.",
  );
  await changePassword(page, user.password, "short");
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/Too short/);
  await changePassword(page, user.password, NEW_PASSWORD);
  await expect(statusWith(page, "Your password is changed.")).toBeFocused();
  await expectSound(page, "password-changed");
  await expect(sessions(page)).toHaveCount(1);
  await expect(part(page, "Recent activity").getByText("The password was changed")).toBeVisible();
  await other.page.goto(security());
  await expect(
    other.page.getByRole("heading", { name: "You are not signed in here" }),
  ).toBeVisible();
  await other.close();
});

test("one session is ended, then all the others, and this one stays", async ({
  page,
  browser,
  baseURL,
}) => {
  const user = await aHostedUser();
  const first = await signInElsewhere(browser, { baseURL }, user);
  const second = await signInElsewhere(browser, { baseURL }, user);
  const third = await signInElsewhere(browser, { baseURL }, user);
  await begin(page);
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(signedIn(page)).toBeVisible();
  await page.goto(security());
  await expect(sessions(page)).toHaveCount(4);
  await sessions(page).nth(1).getByRole("button").click();
  await expect(statusWith(page, "One session ended.")).toBeFocused();
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(statusWith(page, "2 sessions ended.")).toBeFocused();
  await expect(sessions(page)).toHaveCount(1);
  await expect(sessions(page).first()).toContainText("This device");
  for (const other of [first, second, third]) {
    await other.page.goto(security());
    await expect(
      other.page.getByRole("heading", { name: "You are not signed in here" }),
    ).toBeVisible();
    await other.close();
  }
  await page.reload();
  await expect(heading(page)).toBeVisible();
});

test("an unknown browser is named as unknown, whatever its user agent claims", async ({
  browser,
  baseURL,
}) => {
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Call-555-0100/1.0";
  const user = await aHostedUser();
  const unknown = await signInElsewhere(browser, { baseURL, userAgent }, user);
  await unknown.page.goto(security());
  for (const list of [sessions(unknown.page), devices(unknown.page)])
    await expect(list.first()).toContainText("Unknown browser · Windows");
  await expect(unknown.page.locator("main")).not.toContainText(/555|Mozilla/);
  await unknown.close();
});

test("a forgotten device needs a code again", async ({ page, browser, baseURL }) => {
  const user = await aHostedUser();
  const trusted = await signInElsewhere(browser, { baseURL }, user);
  await trusted.page.goto(security());
  await expect(devices(trusted.page)).toHaveCount(1);
  await expect(devices(trusted.page).first()).toContainText("This device");
  await expectSound(trusted.page, "account-security-device");
  await signOut(trusted.page);
  await begin(trusted.page);
  await enter(trusted.page, user.email, user.password);
  // Trusted: no code.
  await expect(signedIn(trusted.page)).toBeVisible();

  await begin(page);
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(signedIn(page)).toBeVisible();
  await page.goto(security());
  await devices(page)
    .getByRole("button", { name: /^Forget/ })
    .click();
  await expect(statusWith(page, "One device forgotten.")).toBeFocused();
  await expect(devices(page)).toHaveCount(0);
  await trusted.page.goto(security());
  await signOut(trusted.page);
  await trusted.page.goBack();
  await expect(
    trusted.page.getByRole("heading", { name: "You are not signed in here" }),
  ).toBeVisible();
  await begin(trusted.page);
  await enter(trusted.page, user.email, user.password);
  await expect(codeOf(trusted.page)).toBeVisible();
  await trusted.close();
});

test("account security needs no JavaScript", async ({ browser, baseURL }) => {
  const user = await aHostedUser();
  const other = await signInElsewhere(browser, { baseURL }, user);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(security());
  await page.getByRole("link", { name: "Sign in" }).click();
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(heading(page)).toBeVisible();
  await sessions(page).nth(1).getByRole("button").click();
  await expect(statusWith(page, "One session ended.")).toBeVisible();
  await devices(page)
    .getByRole("button", { name: /^Forget/ })
    .click();
  await expect(statusWith(page, "One device forgotten.")).toBeVisible();
  await changePassword(page, "not the password", NEW_PASSWORD);
  await expect(page.getByText("That is not your current password.")).toBeVisible();
  await changePassword(page, user.password, NEW_PASSWORD);
  await expect(statusWith(page, "Your password is changed.")).toBeVisible();
  await signOut(page);
  await Promise.all([context.close(), other.close()]);
});
