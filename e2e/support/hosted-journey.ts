import { expect, type Page } from "@playwright/test";
import { environment } from "./environment";

/** The demo tenant, as prisma/seed.ts wrote it. */
export const demo = () => environment().demo as Record<string, string>;

/** The address of the demo tenant's account security. */
export const security = () => `/account-security?tenant=${demo().tenant_id}`;

/** The address at which an application begins a sign-in. */
export const application = (clientId = demo().trial_client_id) =>
  `/dev/sign-in?client_id=${clientId}`;

/** Opens the hosted login as an application does. */
export async function begin(page: Page): Promise<void> {
  await page.goto(application());
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

/** Sends the login form that `page` shows. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The alert of a page's content. Next's own announcer of titles, outside of `main`, is an alert too. */
export const alertOf = (page: Page) => page.getByRole("main").getByRole("alert");

export const codeOf = (page: Page) => page.getByLabel("Code from the email");

/** Types the code, which the page submits by itself where scripts run, and waits for the page after it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.locator("input[name=code]");
  await field.waitFor();
  const scripted = await page.evaluate(() => matchMedia("(scripting: enabled)").matches);
  const answered = page.waitForEvent("domcontentloaded");
  await field.fill(code);
  if (!scripted) await field.press("Enter");
  await answered;
}

/** The application at the end of a sign-in. */
export const signedIn = (page: Page) => page.getByRole("heading", { name: "You are signed in" });

/** Waits for the page after a link that set a password. Where the link signs in, a page with the same heading
 *  comes first and goes on by itself: leaving during that would cut off the test's own navigation. */
export async function passwordSaved(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Your password is saved" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("status")).toBeVisible();
}

/** Returns a code other than this one. */
export const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
