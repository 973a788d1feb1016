import { gzipSync } from "node:zlib";
import { expect, type Page, type Request } from "@playwright/test";

/** Limits of a hosted page for a browser with an empty cache. */
const MOST = { requests: 3, script: 4 * 1024, bytes: 20 * 1024 };

/** The requests that a page makes, and their answers' bytes on the wire. */
async function costOf(page: Page, show: () => Promise<unknown>) {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on("request", note);
  await show();
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  // A redirect before the page belongs to another address.
  const shown = requests.filter((request) => !request.redirectedTo());
  const sizes = await Promise.all(shown.map((request) => request.sizes()));
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll("script")].map(({ textContent }) => textContent).join(""),
  );
  return {
    requests: shown.filter((request) => !request.url().startsWith("data:")).length,
    bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
    script: gzipSync(scripts).length,
    external: await page.locator("script[src], link[rel=stylesheet]").count(),
  };
}

/** Checks a page against the budget of a hosted page.
 *  @param show opens it */
export async function expectLight(
  page: Page,
  name: string,
  show: () => Promise<unknown>,
): Promise<void> {
  const cost = await costOf(page, show);
  expect(cost.requests, `${name}: requests`).toBeLessThanOrEqual(MOST.requests);
  expect(cost.bytes, `${name}: bytes`).toBeLessThanOrEqual(MOST.bytes);
  // Compressed; otherwise these budgets would measure nothing.
  expect(cost.bytes, `${name}: bytes`).toBeGreaterThan(1024);
  expect(cost.script, `${name}: script`).toBeLessThanOrEqual(MOST.script);
  expect(cost.external, `${name}: what it loads`).toBe(0);
}
