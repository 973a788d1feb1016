import type { Page } from "@playwright/test";
import { aPartnersClient } from "./support/a-partners-client";
import {
  alertOf,
  another,
  application,
  begin,
  codeOf,
  demo,
  enter,
  enterCode,
  security,
  signedIn,
} from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { newestCode, newestMail } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

/** Goes from the login form to the application, with each field wrong once. */
async function stumbleThrough(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const { email, password } = await aHostedUser();
  await begin(page);
  await look("login");
  await enter(page, email, "not the password");
  await expect(alertOf(page)).toHaveText("Wrong email or password.");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await look("wrong-password");

  await enter(page, email, password);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText(`We sent a 6-digit code to ${email}.`)).toBeVisible();
  await look("code");
  const code = await newestCode(email);
  await enterCode(page, another(code));
  await expect(alertOf(page)).toHaveText("That code is not right, or it no longer works.");
  await expect(codeOf(page)).toHaveValue(another(code));
  await look("wrong-code");
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(signedIn(page)).toBeVisible();
}

test("a wrong password and a wrong code are reported, focused and can be corrected", async ({
  page,
}) => {
  await stumbleThrough(page, async (name) => {
    if (name === "wrong-password")
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    if (name.endsWith("code")) await expect(codeOf(page)).toBeFocused();
    await expectSound(page, name);
  });
});

test("the same journey needs no JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  await stumbleThrough(await context.newPage(), async () => {});
  await context.close();
});

test("an empty field is reported at the field, and the first such field has the focus", async ({
  page,
}) => {
  await begin(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const email = page.getByLabel("Email address");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Enter your email address.");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Enter your password.",
  );
  await expectSound(page, "empty-login");
});

test("signing in takes nothing but a keyboard", async ({ page }) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(codeOf(page)).toBeFocused();
  // The last digit sends it.
  await page.keyboard.type(await newestCode(email));
  await expect(signedIn(page)).toBeVisible();
});

test("a forgotten password is replaced through the mail", async ({ page }) => {
  const { email } = await aHostedUser();
  await begin(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expectSound(page, "forgot-password");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  expect(page.url()).not.toContain(encodeURIComponent(email));
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeFocused();
  await expectSound(page, "forgot-password-sent");

  const { text } = await newestMail(email, (mail) => mail.text.includes("/set-password?token="));
  const link = /http\S+\/set-password\?token=\S+/.exec(text)?.[0] ?? "";
  await page.goto(link);
  expect(page.url()).not.toContain("token");
  await expectSound(page, "set-password");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByLabel("New password")).toBeFocused();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/Too short/);
  await expectSound(page, "set-password-refused");
  const password = "a meadow of harebells in may";
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
  // The waiting sign-in of this browser goes on: the link counts like a code.
  await expect(signedIn(page)).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectSound(page, "link-spent");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByLabel("Email address")).toBeVisible();
});

test("account security knows this device, ends another session and signs out", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { email, password } = await aHostedUser();
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await begin(other);
  await signInHosted(other, email, password);
  await expect(signedIn(other)).toBeVisible();

  await begin(page);
  await enter(page, email, password);
  await page.getByLabel(/^Trust this device/).check();
  await enterCode(page, await newestCode(email));
  await expect(signedIn(page)).toBeVisible();
  await page.goto(security());
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByRole("listitem").first()).toContainText("This device");
  await expectSound(page, "account-security");
  await sessions.getByRole("button", { name: /^End the session on/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "One session ended." })).toBeFocused();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expectSound(page, "session-ended");

  await other.goto(security());
  await expect(other.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await expectSound(other, "not-signed-in");
  await elsewhere.close();

  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("six green bottles standing");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await expectSound(page, "password-change-refused");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await expectSound(page, "signed-out");
});

test("a third-party application learns who signed in only after consent", async ({ page }) => {
  const { email, password } = await aHostedUser();
  const address = application(await aPartnersClient("Partner Reports"));
  await page.goto(address);
  await signInHosted(page, email, password);
  await expect(page.getByRole("heading", { name: "Share with Partner Reports?" })).toBeVisible();
  await expect(page.getByText(`about you, ${email},`)).toBeVisible();
  await expectSound(page, "consent");
  await page.getByRole("button", { name: "Don’t allow" }).click();
  await expect(page.getByRole("heading", { name: "The sign-in did not succeed" })).toBeVisible();
  await page.goto(address);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
});

test("a sign-in that is over leads back to where it began, and says where to begin when it can't", async ({
  page,
}) => {
  await page.goto(`/login?interaction=gone&client=${demo().trial_client_id}`);
  await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Trial sign-in" })).toBeVisible();
  await expectSound(page, "expired");
  for (const client of ["", "aoc_nobody", "https://attacker.example"]) {
    await page.goto(`/login?interaction=gone&client=${encodeURIComponent(client)}`);
    await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
  }
});
