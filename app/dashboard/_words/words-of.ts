import { cache } from "react";
import { createFormatter, createTranslator } from "use-intl/core";
import { type Area, type Catalog, catalogs } from "@/app/dashboard/_words/catalogs";
import { readerOf } from "@/app/dashboard/_words/reader";
import { directionOf, type Locale } from "@/i18n/locales";

/** Returns texts of an area of the dashboard, in the reader's language. */
export type Translator<A extends Area> = ReturnType<typeof translatorOf<A>>;

/** Texts and formats of an area, for a page. */
export interface Words<A extends Area> {
  /** Returns a text by its name: `t("list.title")`, with the values of its placeholders: `t("done", { name
   *  })`. */
  t: Translator<A>;
  /** Texts with their placeholders, for client components. */
  texts: Catalog[A];
  /** Formats numbers, dates and lists for the reader. */
  format: ReturnType<typeof createFormatter>;
  locale: Locale;
}

/** Returns the texts of an area in the language of the requested page's reader. For pages, server components
 *  and actions. */
export async function wordsOf<A extends Area>(area: A): Promise<Words<A>> {
  const { locale } = await readerOf();
  return {
    t: translatorOf(locale, area),
    texts: catalogs[locale][area],
    format: await formatter(),
    locale,
  };
}

/** Returns the formats of numbers and dates for the reader. */
const formatter = cache(async () => {
  const { locale, timeZone } = await readerOf();
  return formatterOf(locale, timeZone);
});

/** A formatter caches its setup, so each language has one for each time zone that was used lately. */
const formatters = new Map<string, ReturnType<typeof createFormatter>>();
const MOST_FORMATTERS = 200;

/** Returns the formats of numbers, dates and lists in a language, in a time zone that this server knows. */
export function formatterOf(locale: Locale, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const made = formatters.get(key) ?? createFormatter({ locale: latinDigits(locale), timeZone });
  // The least recently used one goes first.
  formatters.delete(key);
  formatters.set(key, made);
  for (const oldest of formatters.keys()) {
    if (formatters.size <= MOST_FORMATTERS) break;
    formatters.delete(oldest);
  }
  return made;
}

/** A translator caches its parsed texts, so each area has one in each language. */
const translators = new Map<string, unknown>();

export function translatorOf<A extends Area>(locale: Locale, area: A) {
  const make = () => {
    const messages = catalogs[locale][area];
    const t = createTranslator<Catalog[A]>({ locale: latinDigits(locale), messages });
    return directionOf(locale) === "rtl" ? isolatingTranslator(t) : t;
  };
  const key = `${locale} ${area}`;
  const made = (translators.get(key) as ReturnType<typeof make> | undefined) ?? make();
  translators.set(key, made);
  return made;
}

/** Returns a translator that isolates each placeholder's value from the text around it: in a line that reads
 *  from right to left, "2024 Holdings" would otherwise read "Holdings 2024" (Unicode's bidirectional
 *  algorithm, isolates). */
function isolatingTranslator<T extends object>(t: T): T {
  return new Proxy(t, {
    apply: (target, self, [key, values, ...rest]) =>
      Reflect.apply(target as never, self, [key, isolated(values), ...rest]),
  });
}

function isolated(values: Record<string, unknown> | undefined) {
  if (values === undefined) return undefined;
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? isolate(value) : value]),
  );
}

/** Isolates a text within a text that reads from right to left; a text that begins with one needs nothing. */
export const isolate = (text: string) =>
  /^\p{Script=Arabic}/u.test(text) ? text : `\u2068${text}\u2069`;

/** Makes digits Latin, as codes and addresses have them, in Arabic too. */
function latinDigits(locale: Locale): string {
  return `${locale}-u-nu-latn`;
}
