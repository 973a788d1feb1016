import type { Page } from "@playwright/test";

/** Opens the link of an invitation and sets the first password. An emailed link signs in and moves on by
 *  itself; one that was handed over leaves the sign-in to do. */
export async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page
    .getByLabel("New password", { exact: true })
    .or(page.getByLabel(/password/i))
    .first()
    .fill(password);
  await page
    .getByRole("button")
    .filter({ hasText: /save|set|continue/i })
    .first()
    .click();
  await page
    .getByRole("link", { name: /^(Dashboard|Sign in)/ })
    .first()
    .waitFor();
}
