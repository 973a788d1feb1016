import type { Found } from "@/app/dashboard/_parts/found-group";
import { type MenuEntry, type MenuPage, menu } from "@/app/dashboard/_parts/menu";
import { catalogs } from "@/app/dashboard/_words/catalogs";
import type { Place } from "@/app/dashboard/administrator";
import type { Locale } from "@/i18n/locales";

/** Returns the pages that a query means: each typed word begins a word of the page's name, of its entry in
 *  the menu, or of its other search words, in the reader's language or in English, the documentation's
 *  language. */
export function pagesNamed({ tenant, environment }: Place, query: string, locale: Locale): Found[] {
  const typed = wordsIn(query);
  if (typed.length === 0) return [];
  const names = catalogs[locale].frame.menu;
  return menu.flatMap((entry) =>
    entry.pages
      .filter((page) => {
        const known = [locale, "en" as const].map((one) => searchWordsOf(page, entry, one));
        return known.some((words) => typed.every((one) => matchesWord(words, one)));
      })
      .map(({ path, key }) => ({
        href: ["/dashboard", tenant, environment, path].filter(Boolean).join("/"),
        name: names[key],
        ...(names[entry.key] === names[key] ? {} : { detail: names[entry.key] }),
      })),
  );
}

/** Returns the words by which a page is found in a language. */
function searchWordsOf(page: MenuPage, entry: MenuEntry, locale: Locale): string[] {
  const { menu: names, also } = catalogs[locale].frame;
  return wordsIn(`${names[entry.key]} ${names[page.key]} ${also[page.key]}`);
}

/** Whether a typed text matches a word: its beginning, or any part of it where words are written without
 *  space between. */
function matchesWord(words: readonly string[], typed: string): boolean {
  const found = UNSPACED.test(typed)
    ? (word: string) => word.includes(typed)
    : (word: string) => word.startsWith(typed);
  return words.some(found);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Splits a text into words without case, accents and the Arabic article, which people leave out. */
function wordsIn(text: string): string[] {
  const plain = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/^ال(?=..)/, ""));
}
