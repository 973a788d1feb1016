import { expect, type Page } from "@playwright/test";
import { totpCode } from "@/tests/support/totp-code";
import { begin, enter, enterCode } from "./hosted-journey";
import type { HostedUser } from "./hosted-user";
import { newestCode } from "./mailbox";

export const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** The button of a page of the sign-in. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Signs in by password and mailed code, up to the next page. */
export async function provePassword(page: Page, { email, password }: HostedUser): Promise<void> {
  await begin(page);
  await enter(page, email, password);
  await enterCode(page, await newestCode(email));
}

/** Starts a new sign-in without any cookie: like another browser with the same authenticators. */
export async function restartSignIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await begin(page);
}

/** Adds the passkey that is offered, and reads the recovery codes that come with it. */
export async function addOfferedPasskey(page: Page): Promise<string[]> {
  await expect(heading(page, "Sign in faster next time")).toBeVisible();
  await button(page, "Add a passkey").click();
  return savedRecoveryCodes(page);
}

/** Returns the recovery codes that the page shows, after confirming that they are saved. */
export async function savedRecoveryCodes(page: Page): Promise<string[]> {
  await expect(heading(page, "Save your recovery codes")).toBeVisible();
  const codes = await page.getByRole("main").getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await button(page, "I have saved these codes").click();
  return codes;
}

/** The secret that the page shows for an authenticator app. */
export async function shownSecret(page: Page): Promise<string> {
  return (await page.locator("code.secret").innerText()).replaceAll(" ", "");
}

/** Returns the code of an authenticator app, a number of thirty-second steps from now. */
export function appCode(secret: string, steps = 0): string {
  return totpCode(secret, new Date(Date.now() + steps * 30_000));
}
