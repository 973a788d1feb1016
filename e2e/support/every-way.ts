import type { Page } from "@playwright/test";
import { coveredFocus, unmarkedFocus } from "./covered-focus";
import { lasting } from "./drawn";
import { axeOf, overflow, violations } from "./looks";

const DESKTOP = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 640 };

/** Letters as wide as any that a machine might have, spaced as far as a reader may space them (WCAG 1.4.12): what fits
 *  with them and with the machine's own fits with every font. */
const WIDE =
  "* { font-family: monospace !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }";
const TWICE = ":root { font-size: 200% !important }";

/** What is wrong with the page that is shown, in each way that somebody may look at it: light, dark, in forced colours,
 *  320 px wide in the machine's fonts and in wide ones, and with text of twice the size. Empty when nothing is. */
export async function wrongInAnyWay(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = [];
  const note = async (way: string, ...checks: ((page: Page) => Promise<string[]>)[]) => {
    for (const check of checks)
      wrong.push(...(await lasting(page, check)).map((problem) => `${name}, ${way}: ${problem}`));
  };
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" });
  await page.setViewportSize(DESKTOP);
  await fold(page, true);
  await note("light", broken, coveredFocus);
  await page.emulateMedia({ colorScheme: "dark" });
  await note("dark", contrast);
  await page.emulateMedia({ forcedColors: "active" });
  await note("forced colours", unmarkedFocus);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  await styled(page, TWICE);
  await note("text at 200 %", tooWide, coveredFocus);
  await styled(page, "");
  await page.setViewportSize(NARROW);
  await note("320 px", tooWide, coveredFocus);
  await styled(page, WIDE);
  await note("320 px in wide letters", tooWide);
  await styled(page, "");
  await fold(page, false);
  await page.setViewportSize(DESKTOP);
  return wrong;
}

/** Shows what is folded away (menus, forms, and what they say), or folds it away again. */
async function fold(page: Page, open: boolean): Promise<void> {
  await page.evaluate((shown) => {
    for (const folded of document.querySelectorAll("details")) folded.open = shown;
  }, open);
}

/** Styles the page beside its own styles, which no content security policy forbids a script. */
async function styled(page: Page, css: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

const broken = (page: Page) => violations(axe(page));

/** Of the page's content: its frame is the same on every page, and its text as dark. */
const contrast = (page: Page) => violations(axe(page).include("main").withRules("color-contrast"));

/** Legacy: a second page for each run would take most of the time. */
const axe = (page: Page) => axeOf(page).exclude("iframe").setLegacyMode();

/** What makes the page scroll sideways, but for a pixel that spaced letters may round up to. */
const tooWide = (page: Page) => overflow(page, 1);
