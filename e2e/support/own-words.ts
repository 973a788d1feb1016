import type { Page } from "@playwright/test";
import { ownerRows } from "./owner-query";

/** Texts of a page. */
export interface PageTexts {
  title: string;
  lang: string;
  dir: string;
  texts: string[];
}

/** Reads the texts of the page at this address, in the language that this browser chose, without drawing
 *  it. */
export async function readPageTexts(page: Page, path: string): Promise<PageTexts> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((written) => {
    const { documentElement, title } = new DOMParser().parseFromString(written, "text/html");
    const { lang, dir } = documentElement;
    // Code, ids and scopes are the same in every language.
    const code = "code, pre, .font-mono, body [dir=ltr], bdi, script, style";
    const texts = new Set<string>();
    for (const one of documentElement.querySelectorAll(":is(main, header, nav) *")) {
      if (one.closest(code)) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        texts.add(one.getAttribute(name) ?? "");
      for (const child of one.childNodes)
        if (child.nodeType === Node.TEXT_NODE) texts.add(child.textContent ?? "");
    }
    const plain = [...texts].map((text) => text.replace(/\s+/g, " ").trim());
    return { title, lang, dir, texts: plain.filter(Boolean) };
  }, html);
}

/** Columns with text that users typed, or with names: shown as they are. */
const DATA = ["name", "display_name", "given_name", "family_name", "email", "key", "slug", "label"];

/** Returns every name and address in the database, the longest first. */
export async function knownData(): Promise<string[]> {
  const columns = await ownerRows<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables
       USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'text' AND column_name = ANY($1)`,
    [DATA],
  );
  const each = columns.map(
    ({ table_name, column_name }) =>
      `SELECT "${column_name}" AS value FROM "${table_name}" WHERE length("${column_name}") > 2`,
  );
  const rows = await ownerRows<{ value: string }>(each.join(" UNION "));
  return rows.map(({ value }) => value).sort((one, other) => other.length - one.length);
}

/** Returns a text without the data in it. */
export function withoutData(text: string, data: readonly string[]): string {
  return data.reduce((rest, value) => rest.replaceAll(value, "…"), text);
}
