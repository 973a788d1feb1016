import type { Page } from "@playwright/test";
import { type Locale, localeNames } from "@/i18n/locales";
import { lasting } from "./support/drawn";
import { environment } from "./support/environment";
import { everyPage, signInForEveryPage } from "./support/every-page";
import { overflow } from "./support/looks";
import { oneOfEachInstallation } from "./support/one-of-each-installation";
import { knownData, type PageTexts, readPageTexts, withoutData } from "./support/own-words";
import { expect, test } from "./support/test";
import { thisWeeksTurn } from "./support/this-weeks-turn";

test.describe.configure({ timeout: 240_000 });

/** The tested languages, and whether they have letters of their own. */
const OTHERS: Partial<Record<Locale, { dir: string; ownLetters: boolean }>> = {
  de: { dir: "ltr", ownLetters: false },
  ja: { dir: "ltr", ownLetters: true },
  ar: { dir: "rtl", ownLetters: true },
};

/** Texts that are the same in other languages: names of products, and a line that German writes as English
 *  does. */
const SAME = new Set([
  ...["Optional, in UTC.", "ASP.NET Core (C#)", "Spring Boot 3 (Java)"],
  "Fastify, openid-client (Node.js)",
  ...["Keycloak", "Firebase", "Amazon Cognito", "Logto"],
]);

const TWO_WORDS = /[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}/;
const ONE_WORD = /^[A-Z][a-z]{3,}[.:]?$/;

async function speak(page: Page, locale: string): Promise<Page> {
  const url = environment().baseUrl;
  await page.context().addCookies([{ name: "atrium_locale", value: locale, url }]);
  return page;
}

/** Returns the texts that are still in English and are not data. Languages with other letters share no single
 *  word either. */
function stillEnglish(
  english: PageTexts,
  other: PageTexts,
  data: readonly string[],
  ownLetters: boolean,
) {
  const known = new Set([...english.texts, english.title]);
  const names: string[] = Object.values(localeNames);
  return [...other.texts, other.title].filter((text) => {
    if (!known.has(text) || SAME.has(text) || names.includes(text)) return false;
    const own = withoutData(text.replace(/ · Atrium$/, ""), data);
    return TWO_WORDS.test(own) || (ownLetters && ONE_WORD.test(own));
  });
}

/** Spaced letters may round up to a pixel more. */
const spills = (page: Page) => overflow(page, 1);

async function tooWide(page: Page, path: string): Promise<string[]> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const wrong: string[] = [];
  for (const [width, height] of [
    [1280, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((wide) => window.innerWidth === wide, width, { polling: 20 });
    // Measuring costs a layout: only pages that do not fit are worth a wait.
    if ((await spills(page)).length === 0) continue;
    for (const problem of await lasting(page, spills)) wrong.push(`at ${width} px: ${problem}`);
  }
  return wrong;
}

test("every page of the dashboard is wholly in the reader's language of its turn, and fits", async ({
  page,
  browser,
  baseURL,
}) => {
  await oneOfEachInstallation();
  await signInForEveryPage(page, "speaking");
  const paths = ["/dashboard/sign-in", ...(await everyPage(page, "speaking"))];
  const data = await knownData();
  const storageState = await page.context().storageState();
  const languages = Object.entries(OTHERS) as [Locale, { dir: string; ownLetters: boolean }][];
  const waiting = paths.flatMap((path, index) =>
    thisWeeksTurn(languages, index).map((language) => [path, language] as const),
  );
  const lookAround = async () => {
    const context = await browser.newContext({ baseURL, storageState });
    const tab = await context.newPage();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [path, [locale, { dir, ownLetters }]] = next;
      const original = await readPageTexts(await speak(tab, "en"), path);
      const translated = await readPageTexts(await speak(tab, locale), path);
      // Guards against an empty page, which would pass every check.
      expect(original.texts.length, path).toBeGreaterThan(3);
      const wrong = [
        ...stillEnglish(original, translated, data, ownLetters),
        ...(locale === "ja" ? [] : await tooWide(tab, path)),
      ];
      expect.soft([translated.lang, translated.dir], path).toEqual([locale, dir]);
      expect.soft(wrong, `${locale} ${path}`).toEqual([]);
    }
    await context.close();
  };
  // Two tabs, for two cores.
  await Promise.all([lookAround(), lookAround()]);
});
