import type { Page } from "@playwright/test";
import { aPartnersClient } from "./support/a-partners-client";
import { environment } from "./support/environment";
import {
  alertOf,
  another,
  application,
  begin,
  codeOf,
  demo,
  enter,
  enterCode,
  signedIn,
} from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { mailsTo, newestCode, newestMail } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const WAIT = /You can try again in (\d+):(\d\d)\./;
const secondsLeft = async (page: Page) => {
  const [, minutes, seconds] = WAIT.exec(await alertOf(page).innerText()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

test("a locked account shows the remaining time, counted down from the server's answer", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  await page.clock.install();
  await begin(page);
  for (let failure = 0; failure < 5; failure++) {
    await enter(page, email, `wrong ${failure}`);
    await expect(alertOf(page)).toHaveText("Wrong email or password.");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  }
  // The right password gets the same answer: otherwise the lock would confirm an attacker's guess.
  await enter(page, email, password);
  await expect(alertOf(page)).toHaveText(/Too many attempts\. You can try again in/);
  await expect(alertOf(page)).toBeFocused();
  const before = await secondsLeft(page);
  expect(before).toBeGreaterThan(14 * 60);
  expect(before).toBeLessThanOrEqual(15 * 60);
  await page.clock.fastForward(61_000);
  await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(before - 60);
  await page.clock.fastForward(15 * 60_000);
  await expect(alertOf(page)).toHaveText("You can try again now.");
});

test("the page of a lock is accessible, and works without JavaScript too", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await aHostedUser();
  await begin(page);
  for (let failure = 0; failure < 5; failure++) {
    await enter(page, email, `wrong ${failure}`);
    await expect(alertOf(page)).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  }
  await enter(page, email, "wrong once more");
  await expect(alertOf(page)).toHaveText(WAIT);
  await expectSound(page, "locked");
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const plain = await context.newPage();
  await begin(plain);
  await enter(plain, email, "wrong");
  await expect(alertOf(plain)).toHaveText(WAIT);
  await context.close();
});

test("a new code is offered when its time has come, and takes the place of the first", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { email, password } = await aHostedUser();
  await begin(page);
  await enter(page, email, password);
  await expect(page.getByText(/You can ask for a new code in 0:[0-3]\d/)).toBeVisible();
  const first = await newestCode(email);
  await page.getByRole("button", { name: "Send a new code" }).click({ timeout: 45_000 });
  await expect(page.getByText("A new code is on its way.", { exact: false })).toBeVisible();
  await expect(page.getByText(/You can ask for a new code in/)).toBeVisible();
  await expectSound(page, "code-resent");
  const second = await newestCode(email);
  await enterCode(page, first);
  await expect(alertOf(page)).toHaveText("That code is not right, or it no longer works.");
  await enterCode(page, second);
  await expect(signedIn(page)).toBeVisible();
});

test("without JavaScript, a request that is too early is answered with the time to wait", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { email, password } = await aHostedUser();
  await begin(page);
  await enter(page, email, password);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(alertOf(page)).toHaveText(/That was too soon\. Try again in 0:\d\d\./);
  await enterCode(page, await newestCode(email));
  await expect(signedIn(page)).toBeVisible();
  await context.close();
});

test("after too many requests for codes the page shows that none was sent, and the last one works", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  for (let attempt = 0; attempt < 5; attempt++) {
    await enter(page, email, password);
    await expect(page.getByText("We sent a 6-digit code")).toBeVisible();
    await expect.poll(async () => (await mailsTo(email)).length).toBe(attempt + 1);
    await page.getByRole("button", { name: "Use another account" }).click();
  }
  const code = await newestCode(email);
  await enter(page, email, password);
  await expect(alertOf(page)).toHaveText(
    /^We did not send another code: .+ The last code still works for (9|10):\d\d\.$/,
  );
  await expect(page.getByText("Enter the last 6-digit code that we sent")).toBeVisible();
  await expect(page.getByText(/You can ask for a new code in 1[0-5]:\d\d/)).toBeVisible();
  await expectSound(page, "code-withheld");
  expect(await mailsTo(email)).toHaveLength(5);
  await enterCode(page, code);
  await expect(signedIn(page)).toBeVisible();
});

test("during a lock no new code can be requested, and the page shows that", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { email, password } = await aHostedUser();
  await begin(page);
  await enter(page, email, password);
  const code = await newestCode(email);
  for (let wrong = 1; wrong <= 5; wrong++) {
    await enterCode(page, another(code));
    await expect(alertOf(page)).toHaveText("That code is not right, or it no longer works.");
  }
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(alertOf(page)).toHaveText(
    /^Too many attempts: no new code can be sent for 1\d:\d\d\. No code works any more\.$/,
  );
  await expect(page.getByText("To sign in, ask for a new 6-digit code.")).toBeVisible();
  expect(await mailsTo(email)).toHaveLength(1);
  await context.close();
});

test("a form that is sent twice is taken once", async ({ page }) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  const sent: string[] = [];
  await page.route("**/login?**", async (route) => {
    if (route.request().method() === "POST") {
      sent.push(route.request().url());
      // Long enough for a second press before the first is answered.
      await new Promise((resolve) => setTimeout(resolve, 800));
    }
    await route.continue();
  });
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  // While it is sent, neither another press nor Enter sends it again.
  await button.evaluate((pressed: HTMLButtonElement) => {
    for (let press = 0; press < 3; press += 1) pressed.click();
    pressed.form?.requestSubmit();
  });
  await expect(codeOf(page)).toBeVisible();
  expect(sent).toHaveLength(1);
  await newestMail(email);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("going back and refreshing lose nothing and break nothing", async ({ page }) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await page.reload();
  await enter(page, email, password);
  await expect(codeOf(page)).toBeVisible();
  await page.reload();
  await expect(codeOf(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goForward();
  await expect(codeOf(page)).toBeVisible();
  await enterCode(page, await newestCode(email));
  await expect(signedIn(page)).toBeVisible();
  await page.goBack();
  // The sign-in has ended: the page shows that, and links back to the application.
  await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Trial sign-in" })).toBeVisible();
});

test("another account is a step away from the code", async ({ page }) => {
  const [first, second] = [await aHostedUser(), await aHostedUser()];
  await begin(page);
  await enter(page, first.email, first.password);
  await page.getByRole("button", { name: "Use another account" }).click();
  await enter(page, second.email, second.password);
  await enterCode(page, await newestCode(second.email));
  await expect(page.getByText(second.email)).toBeVisible();
});

test("a network that has requested too many links must wait, for any address", async ({
  page,
  baseURL,
}) => {
  // In a tenant whose reset limits no other journey uses.
  const tenant = (environment().demo as { beside: Record<string, string> }).beside;
  const ask = (ip: string, number: number) =>
    fetch(`${baseURL}/api/v1/auth/password/forgot`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tenant.tenant_secret}`,
        "content-type": "application/json",
        "x-tenant-id": String(tenant.tenant_id),
        "x-end-user-ip": ip,
      },
      body: JSON.stringify({ email: `sprayed-${number}@globex.example` }),
    });
  for (const ip of ["127.0.0.1", "::1"])
    for (let number = 0; number < 50; number++) expect((await ask(ip, number)).status).toBe(202);
  for (const email of [String(tenant.email), "nobody@globex.example"]) {
    await page.goto(`/forgot-password?tenant=${tenant.tenant_id}`);
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(alertOf(page)).toHaveText(/^Too many attempts\. You can try again in \d+:\d\d/);
  }
});

test("Caps Lock is pointed out while a password is typed", async ({ page }) => {
  await begin(page);
  const password = page.getByLabel("Password", { exact: true });
  const press = (on: boolean) =>
    password.dispatchEvent("keydown", { key: "A", modifierCapsLock: on, bubbles: true });
  await password.focus();
  await press(true);
  await expect(page.getByText("Caps Lock is on")).toBeVisible();
  await expect(password).toHaveAccessibleDescription("Caps Lock is on");
  await expectSound(page, "caps-lock");
  await press(false);
  await expect(page.getByText("Caps Lock is on")).toBeHidden();
});

test("passwords and codes can be pasted, a code with any characters between its digits", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { email, password } = await aHostedUser();
  const paste = async (text: string) => {
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.keyboard.press("ControlOrMeta+V");
  };
  await begin(page);
  await page.getByLabel("Email address").fill(`  ${email} `);
  await page.getByLabel("Password", { exact: true }).focus();
  await paste(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const code = await newestCode(email);
  await codeOf(page).focus();
  await paste(` ${code.slice(0, 3)}-${code.slice(3)} `);
  await expect(signedIn(page)).toBeVisible();
});

test("fields say to password managers and keyboards what belongs into them", async ({ page }) => {
  await begin(page);
  const email = page.getByLabel("Email address");
  await expect(email).toHaveAttribute("autocomplete", "username webauthn");
  await expect(email).toHaveAttribute("type", "email");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  const user = await aHostedUser();
  await enter(page, user.email, user.password);
  await expect(codeOf(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(codeOf(page)).toHaveAttribute("inputmode", "numeric");
  await enterCode(page, await newestCode(user.email));
  await expect(signedIn(page)).toBeVisible();
  await page.goto(`/account-security?tenant=${demo().tenant_id}`);
  await expect(page.getByLabel("Current password")).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
  await expect(page.getByLabel("New password")).toHaveAttribute("autocomplete", "new-password");
  await expect(page.locator("input[autocomplete=username]")).toHaveValue(user.email);
});

test("consent needs no JavaScript, and a refusal ends at the application", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { email, password } = await aHostedUser();
  const address = application(await aPartnersClient("Partner Reports"));
  await page.goto(address);
  await enter(page, email, password);
  await enterCode(page, await newestCode(email));
  await expect(page.getByRole("heading", { name: "Share with Partner Reports?" })).toBeVisible();
  await expect(page).toHaveTitle("Share with Partner Reports?");
  await page.getByRole("button", { name: "Don’t allow" }).click();
  await expect(page.getByRole("heading", { name: "The sign-in did not succeed" })).toBeVisible();
  await page.goto(address);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
  await context.close();
});
