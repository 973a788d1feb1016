import { expect, type Page } from "@playwright/test";
import { expectNoWider } from "./sound-page";

/** Looks at a page in forced colours, from right to left and without colours of its own: nothing scrolls
 *  sideways, and pictures are saved beside the others if `ATRIUM_SCREENSHOTS=1`. */
export async function lookFurther(page: Page, name: string): Promise<void> {
  const picture = async (label: string) => {
    if (!process.env.ATRIUM_SCREENSHOTS) return;
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: `test-results/looks/${name}-${label}.png`, fullPage: true });
  };
  await page.emulateMedia({ forcedColors: "active" });
  expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
  await picture("forced-colours");
  await page.emulateMedia({ forcedColors: null });
  await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
  await picture("right-to-left");
  await expectNoWider(page, `${name} from right to left`);
  await picture("narrow");
  await page.evaluate(() => document.documentElement.removeAttribute("dir"));
  await page.setViewportSize({ width: 1280, height: 800 });
}
