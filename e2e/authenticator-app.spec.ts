import type { Page } from "@playwright/test";
import {
  appCode,
  button,
  heading,
  provePassword,
  restartSignIn,
  savedRecoveryCodes,
  shownSecret,
} from "./support/factor-journey";
import { requireFactors, requireNothing, takeMailBesideFactors } from "./support/factor-policy";
import { alertOf, another, codeOf, enter, enterCode, signedIn } from "./support/hosted-journey";
import { aHostedUser, type HostedUser } from "./support/hosted-user";
import { expectLight } from "./support/light-page";
import { newestCode, newestMail } from "./support/mailbox";
import { expectNoWider, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

test.beforeEach(() => requireFactors("totp", "passkey"));
test.afterEach(requireNothing);

/** A user with an authenticator app, added because the sign-in required a factor. */
interface AppOwner extends HostedUser {
  secret: string;
  /** The code that confirmed the app. */
  used: string;
  recoveryCodes: string[];
}

/** Goes from the mailed code to the application, through setting up an authenticator app. */
async function enrolApp(
  page: Page,
  user: HostedUser,
  look: (name: string) => Promise<void> = async () => {},
): Promise<AppOwner> {
  await provePassword(page, user);
  await expect(heading(page, "Add a second step")).toBeVisible();
  await look("enrol");
  await button(page, "Use an authenticator app").click();
  await expect(heading(page, "Set up your authenticator app")).toBeVisible();
  await look("enrol-app");
  const secret = await shownSecret(page);
  await enterCode(page, another(appCode(secret)));
  await expect(alertOf(page)).toHaveText("That code is not right, or it no longer works.");
  await look("enrol-app-wrong");
  expect(await shownSecret(page)).toBe(secret);
  const used = appCode(secret);
  await enterCode(page, used);
  await expect(heading(page, "Save your recovery codes")).toBeVisible();
  await look("enrol-recovery-codes");
  const recoveryCodes = await savedRecoveryCodes(page);
  await expect(signedIn(page)).toBeVisible();
  return { ...user, secret, used, recoveryCodes };
}

test("after the days of grace, a sign-in adds an authenticator app, and asks for its code from then on", async ({
  page,
}) => {
  const user = await aHostedUser();
  const { email, password, secret, used } = await enrolApp(page, user, async (name) => {
    await expectSound(page, name);
    if (name === "enrol-app") await expectLight(page, name, () => page.reload());
  });
  await newestMail(email, ({ text }) => text.includes("authenticator app"));
  await restartSignIn(page);
  await enter(page, email, password);
  await expect(heading(page, "Enter a code from your app")).toBeVisible();
  await expect(page.getByText(`your authenticator app shows for ${email}`)).toBeVisible();
  await expectSound(page, "app-code");
  // A second use is refused.
  await enterCode(page, used);
  await expect(alertOf(page)).toHaveText("That code is not right, or it no longer works.");
  await enterCode(page, appCode(secret, 1));
  await expect(signedIn(page)).toBeVisible();
});

test("the whole way needs no JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { email, password, recoveryCodes } = await enrolApp(page, await aHostedUser());
  await restartSignIn(page);
  await enter(page, email, password);
  await button(page, "Use a recovery code").click();
  await expect(heading(page, "Use a recovery code")).toBeVisible();
  await enterCode(page, recoveryCodes[0] ?? "");
  await expect(signedIn(page)).toBeVisible();
  await context.close();
});

test("a user who has lost the app signs in by a recovery code, once", async ({ page }) => {
  const { email, password, recoveryCodes } = await enrolApp(page, await aHostedUser());
  const [first = "", second = ""] = recoveryCodes;
  const toRecovery = async () => {
    await restartSignIn(page);
    await enter(page, email, password);
    await button(page, "Use a recovery code").click();
    await expect(page.getByLabel("Recovery code")).toBeFocused();
  };
  await toRecovery();
  await expectSound(page, "recovery-code");
  await page.getByLabel("Recovery code").fill("123");
  await button(page, "Continue").click();
  await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(
    "The code has 12 digits.",
  );
  // With spaces, as the page showed it.
  await enterCode(page, first);
  await expect(signedIn(page)).toBeVisible();
  await newestMail(email, ({ text }) => text.includes("recovery code"));
  await toRecovery();
  await enterCode(page, first);
  await expect(alertOf(page)).toHaveText("That code is not right, or it no longer works.");
  await enterCode(page, second);
  await expect(signedIn(page)).toBeVisible();
});

test("another method can be chosen, and chosen back", async ({ page }) => {
  const { email, password, secret } = await enrolApp(page, await aHostedUser());
  await takeMailBesideFactors();
  await restartSignIn(page);
  await enter(page, email, password);
  await expect(heading(page, "Enter a code from your app")).toBeVisible();
  await button(page, "Send a code by email").click();
  await expect(codeOf(page)).toBeVisible();
  const mailed = await newestCode(email);
  await button(page, "Use your authenticator app").click();
  await expect(page.getByLabel("Code from the app")).toBeFocused();
  // The mailed code of the abandoned method no longer works.
  await enterCode(page, mailed);
  await expect(alertOf(page)).toBeVisible();
  await enterCode(page, appCode(secret, 1));
  await expect(signedIn(page)).toBeVisible();
});

test("adding an app takes nothing but a keyboard, and the choice can be made anew", async ({
  page,
}) => {
  await provePassword(page, await aHostedUser());
  await button(page, "Use an authenticator app").focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Code from the app");
  await expect(field).toBeVisible();
  await button(page, "Choose another way").focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Add a second step")).toBeVisible();
  await button(page, "Use an authenticator app").focus();
  await page.keyboard.press("Enter");
  const secret = await shownSecret(page);
  await field.focus();
  await page.keyboard.type(appCode(secret));
  await expect(heading(page, "Save your recovery codes")).toBeVisible();
  await button(page, "I have saved these codes").focus();
  await page.keyboard.press("Enter");
  await expect(signedIn(page)).toBeVisible();
});

test("the pages of an app are right to left in Arabic, and fit", async ({ page }) => {
  await provePassword(page, await aHostedUser());
  for (const next of ["app", "enter"]) {
    await page.goto(`${page.url()}&lang=ar`);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expectNoWider(page, `enrol in Arabic, ${next}`);
    await expectSound(page, next === "app" ? "enrol-ar" : "enrol-app-ar");
    if (next === "app") await page.locator("button[value=app]").click();
  }
});
