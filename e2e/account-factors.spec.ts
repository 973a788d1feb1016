import type { Browser, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { enterCode, security } from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser, type HostedUser } from "./support/hosted-user";
import { newestCode, newestMail } from "./support/mailbox";
import { ownerQuery } from "./support/owner-query";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";
import { aVirtualAuthenticator, withoutAutofill } from "./support/virtual-authenticator";

const part = (page: Page, name: string) => page.getByRole("region", { name });
const factors = (page: Page) => part(page, "Passkeys and authenticator apps");
const rows = (page: Page) => factors(page).getByRole("listitem");
const statusWith = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const account = (page: Page) => heading(page, "Account security");
const confirming = (page: Page) => heading(page, "Confirm that it is you");
const codes = (page: Page) => page.locator("ul.codes");
const mailed = (email: string, subject: RegExp) =>
  newestMail(email, (message) => subject.test(message.subject));

/** Gives a page an authenticator, whose passkeys are used only at the press of a button. */
async function withAuthenticator(page: Page): Promise<void> {
  await withoutAutofill(page);
  await aVirtualAuthenticator(page);
}

/** A user who has just signed in to account security. */
async function inAccount(page: Page): Promise<HostedUser> {
  const user = await aHostedUser();
  await page.goto(security());
  await page.getByRole("link", { name: "Sign in" }).click();
  await signInHosted(page, user.email, user.password);
  // A device that can store a passkey gets an offer.
  const later = page.getByRole("button", { name: "Not now" });
  await expect(later.or(account(page))).toBeVisible();
  if (await later.isVisible()) await later.click();
  await expect(account(page)).toBeVisible();
  return user;
}

/** Makes all proofs of this user too old. */
async function letProofGrowOld({ email }: HostedUser): Promise<void> {
  const changed = await ownerQuery(
    `UPDATE sessions SET auth_time = auth_time - interval '10 minutes', step_up_at = step_up_at - interval '10 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  expect(changed).toBeGreaterThan(0);
}

/** Returns the code of an app, a number of steps from now. */
function appCode(key: string, steps: number): string {
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return app.generate({ timestamp: Date.now() + steps * 30_000 });
}

async function saveCodes(page: Page): Promise<string[]> {
  await expect(codes(page).getByRole("listitem")).toHaveCount(10);
  const shown = await codes(page).getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "I have saved these codes" }).click();
  await expect(account(page)).toBeVisible();
  return shown;
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the passkey").fill(name);
  await page.getByRole("button", { name: "Create a passkey" }).click();
}

/** Adds an app by its key.
 *  @returns the key */
async function addApp(page: Page, name: string): Promise<string> {
  await page.getByRole("link", { name: "Add an authenticator app" }).click();
  const key = await page.locator("code.secret").innerText();
  await page.getByLabel("Name of the app").fill(name);
  await enterCode(page, appCode(key, 0));
  return key;
}

/** A browser without scripts. */
async function withoutScripts(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  return context.newPage();
}

test("a passkey is added under a name, with recovery codes and a mail about it, and removed", async ({
  page,
}) => {
  await withAuthenticator(page);
  const { email } = await inAccount(page);
  await expect(factors(page)).toContainText("You have none yet.");
  await expectSound(page, "account-security-none");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await expectSound(page, "add-passkey");
  await page.goBack();
  await addPasskey(page, "Blue key");
  await expect(statusWith(page, "The passkey is added.")).toBeFocused();
  await expectSound(page, "recovery-codes");
  // A change of language shows the same codes, and makes no new ones.
  const shown = await codes(page).allTextContents();
  await page.reload();
  expect(await codes(page).allTextContents()).toEqual(shown);
  await saveCodes(page);
  await page.goBack();
  await expect(account(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Blue key");
  await expect(rows(page)).toContainText("On one device only");
  await expect(factors(page)).toContainText("You have 10 recovery codes left.");
  await expectSound(page, "account-security-passkey");
  await expect(part(page, "Recent activity")).toContainText(
    "A passkey or an authenticator app was added",
  );
  const { text } = await mailed(email, /^A passkey was added/);
  expect(text).toContain("Blue key");

  await rows(page).getByRole("button", { name: "Remove Blue key" }).click();
  await expect(statusWith(page, "The passkey is removed.")).toBeFocused();
  await expect(factors(page)).toContainText("You have none yet.");
  await expect(part(page, "Recent activity")).toContainText(
    "A passkey or an authenticator app was removed",
  );
  await mailed(email, /^A passkey was removed/);
});

test("an authenticator app is added by the code that it shows, and its key outlives a wrong one", async ({
  page,
}) => {
  const { email } = await inAccount(page);
  await page.getByRole("link", { name: "Add an authenticator app" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectSound(page, "add-app");
  const key = await page.locator("code.secret").innerText();
  await page.getByLabel("Name of the app").fill("Old phone");
  await enterCode(page, appCode(key, 40));
  await expect(page.getByLabel("Code from the authenticator app")).toHaveAccessibleDescription(
    /^That code is not right/,
  );
  await expect(page.getByLabel("Name of the app")).toHaveValue("Old phone");
  expect(await page.locator("code.secret").innerText()).toBe(key);
  await page.reload();
  expect(await page.locator("code.secret").innerText()).toBe(key);
  await page.getByLabel("Name of the app").fill("Old phone");
  await enterCode(page, appCode(key, 0));
  await expect(statusWith(page, "The authenticator app is added.")).toBeFocused();
  await saveCodes(page);
  await expect(rows(page)).toContainText("Old phone");
  await mailed(email, /^An authenticator app was added/);
});

test("an old proof is renewed by each factor of the user, strongest first, and the action goes on", async ({
  page,
}) => {
  await withAuthenticator(page);
  const user = await inAccount(page);
  await addPasskey(page, "Blue key");
  const first = await saveCodes(page);
  const key = await addApp(page, "Old phone");
  await expect(statusWith(page, "The authenticator app is added.")).toBeVisible();
  const ask = async () => {
    await letProofGrowOld(user);
    await page.getByRole("button", { name: "Create new recovery codes" }).click();
    await expect(confirming(page)).toBeVisible();
  };
  await ask();
  await expectSound(page, "confirm-passkey");
  await page.getByRole("button", { name: "Use your passkey" }).click();
  const second = await saveCodes(page);
  expect(second).not.toEqual(first);

  await ask();
  await page.getByRole("link", { name: "Use an authenticator app" }).click();
  await expectSound(page, "confirm-app");
  await enterCode(page, appCode(key, 40));
  await expect(page.getByLabel("Code from the authenticator app")).toHaveAccessibleDescription(
    /not right/,
  );
  await enterCode(page, appCode(key, 1));
  const [third = ""] = await saveCodes(page);

  await ask();
  // Neither the password nor a code by email replaces a factor of the user's own.
  for (const way of ["Use your password", "Use a code by email"])
    await expect(page.getByRole("link", { name: way })).toHaveCount(0);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expectSound(page, "confirm-recovery");
  await enterCode(page, third);
  await saveCodes(page);
  await expect(part(page, "Recent activity")).toContainText("Recovery codes were created");
});

test("a session whose proof is old adds and removes nothing, and Cancel leaves everything", async ({
  page,
}) => {
  await withAuthenticator(page);
  const user = await inAccount(page);
  await addPasskey(page, "Blue key");
  await saveCodes(page);
  await letProofGrowOld(user);
  for (const way of ["Add a passkey", "Add an authenticator app"]) {
    await page.getByRole("link", { name: way }).click();
    await expect(confirming(page)).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(account(page)).toBeVisible();
  }
  await rows(page).getByRole("button", { name: "Remove Blue key" }).click();
  await expect(page.getByText("before you remove “Blue key”")).toBeVisible();
  const address = page.url();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(rows(page)).toHaveCount(1);
  // The waiting action belongs to this session alone, and goes on only with a proof.
  await page.goto(address);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(statusWith(page, "The passkey is removed.")).toBeFocused();
  await page.goto(address);
  await expect(account(page)).toBeVisible();
});

test("a name that was typed before the proof is there after it", async ({ page }) => {
  await withAuthenticator(page);
  const user = await inAccount(page);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("Blue key");
  await letProofGrowOld(user);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await page.getByRole("link", { name: "Use a code by email" }).click();
  await expectSound(page, "confirm-mail");
  await page.getByRole("link", { name: "Use your password" }).click();
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    /not your password/,
  );
  await expectSound(page, "confirm-password");
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByLabel("Name of the passkey")).toHaveValue("Blue key");
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await saveCodes(page);
  await expect(rows(page)).toContainText("Blue key");
  // The authenticator already has a passkey of this user.
  await addPasskey(page, "Again");
  await expect(page.getByText("This device has a passkey for this account already.")).toBeVisible();
});

test("an app is added without JavaScript, and a passkey's page says what it needs", async ({
  browser,
  baseURL,
}) => {
  const page = await withoutScripts(browser, baseURL);
  const user = await inAccount(page);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await expect(page.getByText("you need JavaScript")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a passkey" })).toBeHidden();
  await page.getByRole("link", { name: "Cancel" }).click();
  await letProofGrowOld(user);
  await page.getByRole("link", { name: "Add an authenticator app" }).click();
  await page.getByRole("link", { name: "Use a code by email" }).click();
  await page.getByRole("button", { name: "Send a code" }).click();
  await enterCode(page, await newestCode(user.email));
  const key = await page.locator("code.secret").innerText();
  await enterCode(page, appCode(key, 0));
  await saveCodes(page);
  await rows(page).getByRole("button", { name: "Remove Authenticator app" }).click();
  await expect(statusWith(page, "The authenticator app is removed.")).toBeVisible();
  await page.context().close();
});

test("a passkey is added and used by keyboard alone", async ({ page }) => {
  await withAuthenticator(page);
  const user = await inAccount(page);
  const press = async (role: "link" | "button", name: string) => {
    const target = page.getByRole(role, { name });
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await press("link", "Add a passkey");
  await heading(page, "Add a passkey").waitFor();
  await press("button", "Create a passkey");
  await heading(page, "Save your recovery codes").waitFor();
  await press("button", "I have saved these codes");
  await account(page).waitFor();
  await letProofGrowOld(user);
  await press("button", "Create new recovery codes");
  await confirming(page).waitFor();
  await press("button", "Use your passkey");
  await heading(page, "Save your recovery codes").waitFor();
});

test("the pages are sound from right to left", async ({ page }) => {
  await withAuthenticator(page);
  const user = await inAccount(page);
  await addPasskey(page, "Blue key");
  await expect(codes(page)).toBeVisible();
  await page.goto(`${page.url()}&lang=ar`);
  await expectSound(page, "recovery-codes-ar");
  await page.goto(security());
  await expectSound(page, "account-security-passkey-ar");
  await page.goto(security().replace("?", "/app?"));
  await expectSound(page, "add-app-ar");
  await page.goto(security().replace("?", "/passkey?"));
  await expectSound(page, "add-passkey-ar");
  await letProofGrowOld(user);
  await page.reload();
  await expectSound(page, "confirm-ar");
});
