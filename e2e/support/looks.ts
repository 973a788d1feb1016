import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Part of a page that axe checks, and the rules; by default all of it and all rules. */
interface Look {
  include?: string;
  rules?: string[];
}

/** Returns the violations that axe finds, each with its elements. A frame without scripts runs no axe either,
 *  and is skipped. */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  // Loaded once a page, since it is half a megabyte; and without a second page for the result, which would
  // take most of the time.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async ({ include, rules }) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(
      { include: [include ?? "html"], exclude: ["iframe[sandbox]"] },
      { resultTypes: ["violations"], iframes: false, ...(rules && { runOnly: rules }) },
    );
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`,
    );
  }, look);
}

/** Returns the elements that make the page scroll sideways.
 *  @param tolerance number of extra pixels that are ignored: letters that are spaced by parts of a pixel may
 *  round to one more */
export function overflow(page: Page, tolerance = 0): Promise<string[]> {
  return page.evaluate((allowed) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + allowed) return [];
    const wide = [...document.querySelectorAll("body *")]
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return right > clientWidth + allowed || left < -allowed;
      })
      .map((one) => one.cloneNode(false) as Element)
      .slice(0, 5);
    const named = wide.map(({ outerHTML }) => outerHTML.slice(0, 160)).join(" ");
    return [`${scrollWidth} px wide instead of ${clientWidth}: ${named}`];
  }, tolerance);
}
