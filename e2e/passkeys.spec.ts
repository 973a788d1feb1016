import type { Page } from "@playwright/test";
import {
  addOfferedPasskey,
  button,
  heading,
  provePassword,
  restartSignIn,
  savedRecoveryCodes,
} from "./support/factor-journey";
import { requireFactors, requireNothing } from "./support/factor-policy";
import { alertOf, application, begin, enter, signedIn } from "./support/hosted-journey";
import { aHostedUser, type HostedUser } from "./support/hosted-user";
import { ownerRows } from "./support/owner-query";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";
import {
  aVirtualAuthenticator,
  type VirtualAuthenticator,
  withoutAutofill,
} from "./support/virtual-authenticator";

/** A user who has a passkey, and the authenticator that stores it. */
async function userWithPasskey(page: Page): Promise<HostedUser & { key: VirtualAuthenticator }> {
  await withoutAutofill(page);
  const key = await aVirtualAuthenticator(page);
  const user = await aHostedUser();
  await provePassword(page, user);
  await addOfferedPasskey(page);
  await expect(signedIn(page)).toBeVisible();
  return { ...user, key };
}

/** Returns the authentication methods of a user's sessions, the latest first. */
async function methodsOf(email: string): Promise<string[][]> {
  const sessions = await ownerRows<{ amr: string[] }>(
    "SELECT s.amr FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 ORDER BY s.id DESC",
    [email],
  );
  return sessions.map(({ amr }) => amr);
}

const note = (page: Page) => page.getByRole("main").getByRole("status");

test("a passkey is offered once after a sign-in, and signs its owner in by the button", async ({
  page,
}) => {
  await withoutAutofill(page);
  await aVirtualAuthenticator(page);
  const user = await aHostedUser();
  await provePassword(page, user);
  await expect(heading(page, "Sign in faster next time")).toBeVisible();
  await expectSound(page, "passkey-offer");
  await button(page, "Add a passkey").click();
  await expect(heading(page, "Save your recovery codes")).toBeVisible();
  await expectSound(page, "recovery-codes");
  await page.reload();
  await savedRecoveryCodes(page);
  await expect(signedIn(page)).toBeVisible();

  await restartSignIn(page);
  await button(page, "Sign in with a passkey").click();
  await expect(signedIn(page)).toBeVisible();
  const [byKey, byCode] = await methodsOf(user.email);
  expect(byKey).toEqual(["hwk", "user", "mfa"]);
  expect(byCode).toEqual(["pwd", "otp"]);
});

test("a passkey signs its owner in from the address field's autofill", async ({ page }) => {
  await aVirtualAuthenticator(page);
  const user = await aHostedUser();
  await provePassword(page, user);
  await addOfferedPasskey(page);
  await expect(signedIn(page)).toBeVisible();
  await page.context().clearCookies();
  // Chromium's virtual authenticator accepts the offer there by itself.
  await page.goto(application());
  await expect(signedIn(page)).toBeVisible();
  expect((await methodsOf(user.email))[0]).toEqual(["hwk", "user", "mfa"]);
});

test("a user who declines a passkey goes on at once, and gets no second offer", async ({
  page,
}) => {
  await aVirtualAuthenticator(page);
  const user = await aHostedUser();
  await provePassword(page, user);
  await button(page, "Not now").click();
  await expect(signedIn(page)).toBeVisible();
  await page.context().clearCookies();
  await provePassword(page, user);
  await expect(signedIn(page)).toBeVisible();
});

test("a passkey is the second step after a password, strongest first", async ({ page }) => {
  const { email, password } = await userWithPasskey(page);
  await restartSignIn(page);
  await enter(page, email, password);
  await expect(heading(page, "Use your passkey")).toBeVisible();
  await expectSound(page, "passkey-step");
  await button(page, "Use your passkey").click();
  await expect(signedIn(page)).toBeVisible();
  expect((await methodsOf(email))[0]).toEqual(["pwd", "hwk", "user", "mfa"]);
});

test("a passkey without user verification is not used, and the page stays as it was", async ({
  page,
}) => {
  const { key, email } = await userWithPasskey(page);
  await key.recognises(false);
  await restartSignIn(page);
  await page.getByLabel("Email address").fill(email);
  await button(page, "Sign in with a passkey").click();
  await expect(note(page).filter({ hasText: "No passkey was used." })).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(alertOf(page)).toHaveCount(0);
  await key.recognises(true);
  await button(page, "Sign in with a passkey").click();
  await expect(signedIn(page)).toBeVisible();
});

test("a prompt without an answer ends, and can be repeated", async ({ page }) => {
  await aVirtualAuthenticator(page, { automaticPresenceSimulation: false });
  await begin(page);
  const form = page.locator("form[data-passkey-get]");
  await form.evaluate((element: HTMLFormElement) => {
    const options = JSON.parse(element.dataset.passkeyGet ?? "{}");
    element.dataset.passkeyGet = JSON.stringify({ ...options, timeout: 1_000 });
  });
  await button(page, "Sign in with a passkey").click();
  await expect(note(page).filter({ hasText: "No passkey was used." })).toBeVisible();
  await expect(button(page, "Sign in with a passkey")).toBeEnabled();
});

test("an authenticator that keeps no passkeys makes none, and the sign-in goes on without", async ({
  page,
}) => {
  // The fingerprint reader triggers the offer; the plugged-in authenticator then stores nothing.
  const reader = await aVirtualAuthenticator(page);
  const user = await aHostedUser();
  await provePassword(page, user);
  await reader.remove();
  await aVirtualAuthenticator(page, { transport: "usb", hasResidentKey: false });
  await button(page, "Add a passkey").click();
  await expect(note(page).filter({ hasText: "No passkey was added." })).toBeVisible();
  await button(page, "Not now").click();
  await expect(signedIn(page)).toBeVisible();
});

test("of two authenticators the one with the passkey signs in", async ({ page }) => {
  const { key } = await userWithPasskey(page);
  // The other authenticator is never touched.
  const other = await aVirtualAuthenticator(page, {
    transport: "usb",
    automaticPresenceSimulation: false,
  });
  await restartSignIn(page);
  await button(page, "Sign in with a passkey").click();
  await expect(signedIn(page)).toBeVisible();
  expect([await key.passkeys(), await other.passkeys()]).toEqual([1, 0]);
});

test("a passkey that the service no longer knows is refused, and another way is open", async ({
  page,
}) => {
  const user = await userWithPasskey(page);
  await ownerRows("DELETE FROM factors WHERE user_id = (SELECT id FROM users WHERE email = $1)", [
    user.email,
  ]);
  await restartSignIn(page);
  await button(page, "Sign in with a passkey").click();
  await expect(alertOf(page)).toHaveText(
    "This passkey was not accepted. Try again, or sign in another way.",
  );
  await expectSound(page, "passkey-refused");
});

test("where only passkeys count, a sign-in adds one, and without scripts the page says what it needs", async ({
  page,
  browser,
  baseURL,
}) => {
  await requireFactors("passkey");
  try {
    await aVirtualAuthenticator(page);
    const user = await aHostedUser();
    await provePassword(page, user);
    await expect(heading(page, "Add a second step")).toBeVisible();
    await expect(button(page, "Use an authenticator app")).toHaveCount(0);
    await expectSound(page, "enrol-passkey");
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL });
    await plain.addCookies(await page.context().cookies());
    const copy = await plain.newPage();
    await copy.goto(page.url());
    await expect(copy.getByText("Allow scripts, or use another browser.")).toBeVisible();
    await expect(button(copy, "Add a passkey")).toBeHidden();
    await plain.close();
    await button(page, "Add a passkey").click();
    await savedRecoveryCodes(page);
    await expect(signedIn(page)).toBeVisible();
    expect((await methodsOf(user.email))[0]).toEqual(["pwd", "otp", "hwk", "user", "mfa"]);
  } finally {
    await requireNothing();
  }
});

test("without scripts, nothing of passkeys is seen on the sign-in", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(application());
  await expect(heading(page, "Sign in")).toBeVisible();
  await expect(button(page, "Sign in with a passkey")).toBeHidden();
  await context.close();
});
