import type { Page } from "@playwright/test";

/** The pauses before a check is made again, in milliseconds: seven seconds and a half in all. */
const PAUSES = [500, 1000, 2000, 4000];

/** Until the page is drawn as it is looked at now: a busy machine takes a moment to hear of another window or scheme. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((drawn) => {
        requestAnimationFrame(drawn);
        setTimeout(drawn, 250);
      });
  });
}

/** What a check finds each time: a busy machine may still be drawing the page as it was looked at before. */
export async function lasting(
  page: Page,
  check: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  await settled(page);
  for (const pause of PAUSES) {
    if ((await check(page)).length === 0) return [];
    await page.waitForTimeout(pause);
  }
  return check(page);
}
