import type { Page } from "@playwright/test";

/** The pauses before a check is made again, in milliseconds: seven seconds and a half in all. */
const PAUSES = [500, 1000, 2000, 4000];

/** As long as a page may take for a few frames. A page without scripts reports no frames. */
const FRAMES_MS = 750;

/** Waits until the page is drawn in its current state: a busy machine takes a moment to apply another window
 *  size or scheme. */
async function settled(page: Page): Promise<void> {
  const drawn = page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  await Promise.race([drawn.catch(() => {}), page.waitForTimeout(FRAMES_MS)]);
}

/** Returns the findings that a check repeats: a busy machine may still be drawing the page in its previous
 *  state. */
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
