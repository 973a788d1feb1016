import type { Page } from "@playwright/test";
import { coveredFocus, unmarkedFocus } from "./covered-focus";
import { lasting } from "./drawn";
import { overflow, violations } from "./looks";

const DESKTOP = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 640 };

const PLAIN = { colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" } as const;

/** Wide letters, spaced as far as a reader may space them (WCAG 1.4.12): a layout that fits these and the
 *  machine's own font fits every font. */
const WIDE =
  "* { font-family: monospace !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }";
const TWICE = ":root { font-size: 200% !important }";

type Check = (page: Page) => Promise<string[]>;

interface Way {
  name: string;
  media?: Parameters<Page["emulateMedia"]>[0];
  size?: { width: number; height: number };
  css?: string;
  checks: Check[];
}

/** All ways of looking at a page. */
export const ways: readonly Way[] = [
  { name: "light", checks: [violations, coveredFocus] },
  { name: "dark", media: { colorScheme: "dark" }, checks: [contrast] },
  {
    name: "forced colours",
    media: { colorScheme: "dark", forcedColors: "active" },
    checks: [unmarkedFocus],
  },
  { name: "text at 200 %", css: TWICE, checks: [tooWide, coveredFocus] },
  { name: "320 px", size: NARROW, checks: [tooWide, coveredFocus] },
  { name: "320 px in wide letters", size: NARROW, css: WIDE, checks: [tooWide] },
];

/** Returns the problems of the shown page in each of these ways; empty when there are none. */
export async function wrongInAnyWay(
  page: Page,
  name: string,
  chosen: readonly Way[] = ways,
): Promise<string[]> {
  const wrong: string[] = [];
  await fold(page, true);
  for (const { name: way, media = {}, size = DESKTOP, css = "", checks } of chosen) {
    await page.emulateMedia({ ...PLAIN, ...media });
    await page.setViewportSize(size);
    await styled(page, css);
    for (const check of checks)
      wrong.push(...(await lasting(page, check)).map((problem) => `${name}, ${way}: ${problem}`));
  }
  await styled(page, "");
  await fold(page, false);
  await page.emulateMedia(PLAIN);
  await page.setViewportSize(DESKTOP);
  return wrong;
}

/** Opens what is folded (menus, forms, and what is below them), or folds it again. */
async function fold(page: Page, open: boolean): Promise<void> {
  await page.evaluate((shown) => {
    for (const folded of document.querySelectorAll("details")) folded.open = shown;
  }, open);
}

/** Adds a stylesheet to the page by script, which no content security policy forbids. */
async function styled(page: Page, css: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** Checks the contrast of the page's content: its frame is the same on every page, and its text as dark. */
function contrast(page: Page) {
  return violations(page, { include: "main", rules: ["color-contrast"] });
}

/** Returns the elements that make the page scroll sideways, with a tolerance of a pixel for the rounding of
 *  spaced letters. */
function tooWide(page: Page) {
  return overflow(page, 1);
}
