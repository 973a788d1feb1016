import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds, each with the elements that it is about.
 *  @param axe which part of the page is looked at, and by which rules */
export async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`,
  );
}

/** A frame that runs no script runs no axe either: it would wait for ever. */
export const axeOf = (page: Page) => new AxeBuilder({ page }).exclude("iframe[sandbox]");

/** What makes the page scroll sideways.
 *  @param tolerance how many pixels too wide count as none: letters that are spaced by parts of a pixel may round to one
 *  more */
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
