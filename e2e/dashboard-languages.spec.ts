import type { Page } from "@playwright/test";
import { type Administrator, anAdministrator } from "./support/administrator";
import { environment } from "./support/environment";
import { enterCode } from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { newestCode } from "./support/mailbox";
import { dashboard, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const demo = () => environment().demo as Record<string, string>;
const place = () => `/dashboard/${demo().tenant_id}/production`;
const owner = () => anAdministrator({ tenant: String(demo().tenant_id), role: "owner" });

test.describe.configure({ timeout: 240_000 });

/** Signs in to the dashboard in any language: by fields, not by words. */
async function enter(page: Page, { email, password }: Administrator): Promise<void> {
  await page.goto("/dashboard");
  await page.locator("form[action='/dashboard/sign-in/start'] button").click();
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await page.locator("input[name=code]").waitFor();
  await enterCode(page, await newestCode(email));
  await page.waitForURL(/\/dashboard$/);
}

async function choose(page: Page, locale: string): Promise<void> {
  const form = page.locator("form[action='/dashboard/language']");
  await form.locator("select[name=locale]").selectOption(locale);
  await form.locator("button").click();
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
}

for (const [locale, direction, overview, profile] of [
  ["de", "ltr", "Letzte Ereignisse", "Sprache"],
  ["ar", "rtl", "آخر الأحداث", "اللغة"],
] as const)
  test(`the overview and the profile speak ${locale}, and read from the right side`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, locale });
    const page = await context.newPage();
    await enter(page, owner());
    const speaks = async (heading: string, name: string) => {
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
      await expectSound(page, `${name}-${locale}`, dashboard);
    };
    await page.goto(place());
    await speaks(overview, "overview");
    await page.goto("/dashboard/profile");
    await speaks(profile, "profile");
    await context.close();
  });

for (const javaScriptEnabled of [true, false])
  test(`a language that is chosen stays chosen after signing in again, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, locale: "en", javaScriptEnabled });
    const page = await context.newPage();
    const who = owner();
    await page.goto(`/dashboard/sign-in?return=${encodeURIComponent(place())}`);
    await choose(page, "de");
    await expect(page.getByText("Die Sprache ist jetzt Deutsch.")).toBeVisible();
    await expect(page.locator("input[name=return]").first()).toHaveValue(place());
    await enter(page, who);
    await page.goto("/dashboard/profile");
    await expect(page).toHaveTitle("Ihr Profil · Atrium");
    await choose(page, "ar");
    await expect(page.getByText("أصبحت اللغة العربية.")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.locator("form[action='/dashboard/sign-out'] button").click();
    await page.waitForURL(/\/dashboard\/sign-in/);
    await enter(page, who);
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await context.close();
  });

test("the search finds a page in the reader's language and in English", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, locale: "de" });
  const page = await context.newPage();
  await enter(page, owner());
  await page.goto(place());
  for (const typed of ["sicherheitsrichtlinie", "mfa"]) {
    await page.getByRole("combobox", { name: "Diese Umgebung durchsuchen" }).fill(typed);
    await expect(page.getByRole("option", { name: /^Sicherheitsrichtlinie/ })).toBeVisible();
  }
  await context.close();
});

test("a moment and an hour are shown in the browser's time zone, with UTC beside it; without scripts in UTC", async ({
  browser,
  baseURL,
}) => {
  await aHostedUser();
  const who = owner();
  const context = await browser.newContext({ baseURL, locale: "en", timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  await enter(page, who);
  await page.goto(place());
  const newest = page.getByRole("listitem").locator("time").first();
  await expect(newest).not.toContainText("UTC");
  const at = new Date(String(await newest.getAttribute("datetime")));
  const shown = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const;
  await expect(newest).toHaveText(new Intl.DateTimeFormat("en", shown).format(at));
  await expect(newest).toHaveAttribute(
    "title",
    `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`,
  );
  await page.getByText("As a table").click();
  await expect(page.getByRole("columnheader", { name: "Hour (Asia/Tokyo)" })).toBeVisible();
  const plain = await browser.newContext({
    ...{ baseURL, locale: "en", timezoneId: "Asia/Tokyo", javaScriptEnabled: false },
  });
  const still = await plain.newPage();
  await enter(still, who);
  await still.goto(place());
  await expect(still.getByRole("listitem").locator("time").first()).toContainText(/ UTC$/);
  await plain.close();
  await context.close();
});

test("only our own pages choose the language, and only one that there is", async ({ request }) => {
  const post = (origin: string, locale: string) =>
    request.post("/dashboard/language", {
      headers: { origin },
      form: { locale, return: "https://attacker.example/" },
      maxRedirects: 0,
    });
  expect((await post("https://attacker.example", "de")).status()).toBe(403);
  const unknown = await post(environment().baseUrl, "xx");
  expect(unknown.status()).toBe(303);
  expect(unknown.headers().location).toBe(`${environment().baseUrl}/dashboard`);
  expect(unknown.headers()["set-cookie"] ?? "").not.toContain("atrium_locale");
  const known = await post(environment().baseUrl, "de");
  expect(known.headers()["set-cookie"]).toMatch(/atrium_locale=de; Path=\/;.*Max-Age=31536000/);
});
