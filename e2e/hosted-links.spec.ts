import type { Page } from "@playwright/test";
import { application, begin, passwordSaved, security, signedIn } from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { anInvitedUser } from "./support/invited-user";
import { newestMail } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const PASSWORD = "a meadow of harebells in may";

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
}

for (const [first, page_, heading] of [
  ["send_invitation", "invitation", "Welcome to Acme"],
  ["send_onboarding", "onboarding", "Set up your account"],
] as const)
  test(`the link of an ${page_} signs in as well, and leads to the applications`, async ({
    page,
  }) => {
    const { email, link } = await anInvitedUser(first);
    expect(new URL(link).pathname).toBe(`/${page_}`);
    await page.goto(link);
    expect(page.url()).not.toContain("token");
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page).toHaveTitle(heading);
    await expect(page.getByRole("main")).toContainText(email);
    await expectSound(page, page_);
    await choose(page, PASSWORD);
    await passwordSaved(page);
    await expect(page).toHaveTitle("Your password is saved");
    expect(page.url()).not.toContain("code=");
    await expect(page.getByRole("link", { name: "Example relying party" })).toHaveAttribute(
      "href",
      "http://localhost:4000/",
    );
    await expectSound(page, "password-saved");
    await page.reload();
    await passwordSaved(page);
    await page.getByRole("link", { name: "Account security" }).click();
    await expect(page.getByRole("main")).toContainText(email);
    await page.goto(application());
    await expect(signedIn(page)).toBeVisible();
  });

test("a link that came through the API saves the password and asks for a sign-in", async ({
  page,
}) => {
  const { email, link } = await anInvitedUser("api");
  await page.goto(link);
  await choose(page, PASSWORD);
  await passwordSaved(page);
  await expect(page.getByRole("link", { name: "Example relying party" })).toHaveCount(0);
  await expectSound(page, "password-saved-signed-out");
  await page.getByRole("link", { name: "Sign in" }).click();
  await signInHosted(page, email, PASSWORD);
  await passwordSaved(page);
  await expect(page.getByRole("link", { name: "Example relying party" })).toBeVisible();
});

test("a reset link that is opened in another browser signs in there, and not where it was requested", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await aHostedUser();
  await askForLink(page, email);
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await other.goto(await resetLinkOf(email));
  await choose(other, PASSWORD);
  await passwordSaved(other);
  await other.getByRole("link", { name: "Account security" }).click();
  await expect(other.getByRole("heading", { name: "Account security" })).toBeVisible();
  await page.goto(security());
  await expect(page.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await elsewhere.close();
});

test("another user's link does not finish the sign-in that this browser began for another address", async ({
  page,
}) => {
  const [otherUser, owner] = [await aHostedUser(), await aHostedUser()];
  await askForLink(page, otherUser.email);
  const link = await resetLinkOf(otherUser.email);
  await askForLink(page, owner.email);
  await page.goto(link);
  await choose(page, PASSWORD);
  await passwordSaved(page);
});

test("a forgotten password is replaced without JavaScript, and the sign-in goes on", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { email } = await aHostedUser();
  await askForLink(page, email);
  await expect(page).toHaveTitle("Check your email");
  await page.goto(await resetLinkOf(email));
  await choose(page, "short");
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/Too short/);
  await choose(page, PASSWORD);
  await expect(signedIn(page)).toBeVisible();
  await context.close();
});

test("a request for a link changes the tab's title, and a refresh sends no second request", async ({
  page,
}) => {
  const { email } = await aHostedUser();
  await askForLink(page, email);
  await expect(page).toHaveTitle("Check your email");
  await resetLinkOf(email);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

async function askForLink(page: Page, email: string): Promise<void> {
  await begin(page);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

async function resetLinkOf(email: string): Promise<string> {
  const { text } = await newestMail(email, (mail) => mail.text.includes("/set-password?token="));
  return /http\S+\/set-password\?token=\S+/.exec(text)?.[0] ?? "";
}
