import type { Page } from "@playwright/test";
import { enterCode } from "./hosted-journey";
import { newestCode, passOverCodes } from "./mailbox";

/** Signs in on the hosted login that `page` shows: address and password, then the mailed code. */
export async function signInHosted(page: Page, email: string, password: string): Promise<void> {
  await passOverCodes(email);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code from the email").waitFor();
  await enterCode(page, await newestCode(email));
}
