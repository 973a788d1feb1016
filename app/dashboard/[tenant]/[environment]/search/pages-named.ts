import type { Found } from "@/app/dashboard/_parts/found-group";
import { menu } from "@/app/dashboard/_parts/menu";
import type { Place } from "@/app/dashboard/administrator";

/** The pages that somebody means: each word typed begins a word of the page's name, of its entry in the menu, or of the
 *  other words that it is looked for by. */
export function pagesNamed({ tenant, environment }: Place, query: string): Found[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  return menu.flatMap((entry) =>
    entry.pages
      .filter(({ name, also }) => {
        const words = wordsOf(`${entry.name} ${name} ${also}`);
        return typed.every((one) => words.some((word) => word.startsWith(one)));
      })
      .map(({ path, name }) => ({
        href: ["/dashboard", tenant, environment, path].filter(Boolean).join("/"),
        name,
        ...(entry.name === name ? {} : { detail: entry.name }),
      })),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
