import type { Page } from "@playwright/test";

/** Returns the focused elements that can't be seen, because a sticky or fixed element covers them (WCAG
 *  2.4.11). The focus goes through everything on the page, forth and back, and the browser scrolls to it as
 *  it does for the keyboard. */
export async function coveredFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const every = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const reached = [...document.querySelectorAll<HTMLElement>(every)].filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
    );
    const sticking = [...document.querySelectorAll("body *")].filter((one) =>
      ["sticky", "fixed"].includes(getComputedStyle(one).position),
    );
    const found = new Set<string>();
    for (const one of [...reached, ...reached.toReversed()]) {
      one.focus();
      if (document.activeElement !== one) continue;
      const covers = sticking.find((other) => {
        // An element that scrolls with it covers nothing; one that sticks to the top or bottom does.
        if (other.contains(one) || one.contains(other) || isBeside(other)) return false;
        return covered(one.getBoundingClientRect(), other);
      });
      const seen = inWindow(one.getBoundingClientRect());
      if (covers || !seen)
        found.add(
          `${(one.cloneNode(false) as Element).outerHTML.slice(0, 160)} ${covers ? `is covered by ${covers.tagName}.${covers.className}` : "is out of sight"}`,
        );
    }
    return [...found];

    /** An element taller than the window is always visible in part. */
    function covered(focused: DOMRect, other: Element): boolean {
      const by = other.getBoundingClientRect();
      const [left, right] = [Math.max(focused.left, by.left), Math.min(focused.right, by.right)];
      const [top, bottom] = [Math.max(focused.top, by.top), Math.min(focused.bottom, by.bottom)];
      if (right - left <= 1 || bottom - top <= 1) return false;
      const fits = focused.height < window.innerHeight - by.height;
      if (!fits && bottom - top < focused.height - 1) return false;
      // Which of both is on top.
      return other.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }

    /** Whether it is in a column of its own, like the sections beside a page's content. */
    function isBeside(other: Element): boolean {
      const content = document.querySelector("main");
      if (!content || content.contains(other)) return false;
      return other.getBoundingClientRect().right <= content.getBoundingClientRect().left;
    }

    function inWindow({ top, bottom, height, width }: DOMRect): boolean {
      if (height <= 1 || width <= 1) return true;
      return bottom > 0 && top < window.innerHeight;
    }
  });
}

/** Returns the focused elements without an outline, which is the only mark in forced colours (WCAG 2.4.7). */
export async function unmarkedFocus(page: Page): Promise<string[]> {
  // Browsers show the focus after the last input was a key; a click before would hide it.
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const every = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    return [...document.querySelectorAll<HTMLElement>(every)]
      .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        one.focus({ preventScroll: true });
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        const shown = outlineStyle !== "none" && outlineWidth !== "0px";
        if (shown || document.activeElement !== one) return [];
        return [`${(one.cloneNode(false) as Element).outerHTML.slice(0, 160)} shows no focus`];
      });
  });
}
