import type { Page } from "@playwright/test";
import {
  application,
  begin,
  codeOf,
  demo,
  enter,
  enterCode,
  security,
} from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { newestCode } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

/** Goes from the sign-in to account security and the question whether to sign out, in a language that the
 *  test does not read: by fields, not by words. */
async function walk(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const { email, password } = await aHostedUser();
  await page.goto(application());
  await look("login");
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await page.locator("input[name=code]").waitFor();
  await look("code");
  await enterCode(page, await newestCode(email));
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
  await page.goto(security());
  await look("account-security");
  await page.goto(`/oauth/logout?client_id=${demo().trial_client_id}`);
  await look("sign-out");
}

for (const [locale, direction, title] of [
  ["ar", "rtl", "تسجيل الدخول"],
  ["ja", "ltr", "サインイン"],
  ["de", "ltr", "Anmelden"],
] as const)
  test(`the pages speak ${locale} from door to door, and read from the right side`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ baseURL, locale });
    const page = await context.newPage();
    await walk(page, async (name) => {
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
      if (name === "login") await expect(page).toHaveTitle(title);
      await expectSound(page, `${name}-${locale}`);
    });
    await context.close();
  });

test("a language that is chosen stays chosen, on the pages of the OAuth plane too", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await page.locator("summary").click();
  await page.getByRole("link", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.goto(application());
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await enterCode(page, await newestCode(email));
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
  await page.goto(`/oauth/logout?client_id=${demo().trial_client_id}`);
  await expect(page.getByRole("heading", { name: "Se déconnecter ?" })).toBeVisible();
  await page.locator("summary").click();
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
});

test("at 200 % zoom, and with letters twice as large, nothing is cut off or hidden", async ({
  browser,
  baseURL,
}) => {
  // The remaining size of a browser of 1280 × 800 at 200 %.
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  const { email, password } = await aHostedUser();
  await begin(page);
  await expectWhole(page);
  await enlargeLetters(page);
  await expectWhole(page);
  await enter(page, email, password);
  await expect(codeOf(page)).toBeVisible();
  await expectWhole(page);
  await signInCode(page, email);
  await page.goto(security());
  await enlargeLetters(page);
  await expectWhole(page);
  await context.close();
});

test("with reduced motion nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await begin(page);
  const slowest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return `${transitionDuration},${animationDuration}`
          .split(",")
          .map((time) => Number.parseFloat(time) * (time.includes("ms") ? 1 : 1000));
      }),
    ),
  );
  expect(slowest).toBeLessThanOrEqual(1);
});

async function signInCode(page: Page, email: string): Promise<void> {
  await enterCode(page, await newestCode(email));
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
}

/** Like a reader's own setting: every measure of ours is in `rem`. */
function enlargeLetters(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

/** No sideways scrolling, and no control whose text overflows it. */
async function expectWhole(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const controls = [...document.querySelectorAll<HTMLElement>("button, a, label, h1, h2")];
    return [
      ...(scrollWidth > clientWidth ? ["the page"] : []),
      ...controls
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
        .filter((one) => getComputedStyle(one).display !== "inline")
        .map((one) => one.innerText),
    ];
  });
  expect(cut).toEqual([]);
}
