import { cache } from "react";
import { createFormatter, createTranslator } from "use-intl/core";
import { type Area, type Catalog, catalogs } from "@/app/dashboard/_words/catalogs";
import { readerOf } from "@/app/dashboard/_words/reader";
import { directionOf, type Locale } from "@/i18n/locales";

/** Says what an area of the dashboard says, in the reader's language. */
export type Translator<A extends Area> = ReturnType<typeof translatorOf<A>>;

/** What a page of an area needs to speak. */
export interface Words<A extends Area> {
  /** A text by its name: `t("list.title")`, with what it is filled with: `t("done", { name })`. */
  t: Translator<A>;
  /** The texts as they are written, to hand to client components, which fill in nothing. */
  texts: Catalog[A];
  /** Numbers, dates and lists as the reader writes them. */
  format: ReturnType<typeof createFormatter>;
  locale: Locale;
}

/** The words of an area, for whoever reads the page that is asked for. For pages, server components and actions. */
export async function wordsOf<A extends Area>(area: A): Promise<Words<A>> {
  const { locale } = await readerOf();
  return {
    t: translatorOf(locale, area),
    texts: catalogs[locale][area],
    format: await formatter(),
    locale,
  };
}

/** How the reader writes numbers and dates. */
const formatter = cache(async () => {
  const { locale, timeZone } = await readerOf();
  return formatterOf(locale, timeZone);
});

/** A formatter remembers what it has set up, so each language has one in each time zone that was asked for lately. */
const formatters = new Map<string, ReturnType<typeof createFormatter>>();
const MOST_FORMATTERS = 200;

/** How numbers, dates and lists are written in a language, in a time zone that this server knows. */
export function formatterOf(locale: Locale, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const made = formatters.get(key) ?? createFormatter({ locale: latinDigits(locale), timeZone });
  // The one that was asked for longest ago goes first.
  formatters.delete(key);
  formatters.set(key, made);
  for (const oldest of formatters.keys()) {
    if (formatters.size <= MOST_FORMATTERS) break;
    formatters.delete(oldest);
  }
  return made;
}

/** A translator remembers the texts that it has parsed, so each area has one in each language. */
const translators = new Map<string, unknown>();

export function translatorOf<A extends Area>(locale: Locale, area: A) {
  const make = () => {
    const messages = catalogs[locale][area];
    const t = createTranslator<Catalog[A]>({ locale: latinDigits(locale), messages });
    return directionOf(locale) === "rtl" ? isolating(t) : t;
  };
  const key = `${locale} ${area}`;
  const made = (translators.get(key) as ReturnType<typeof make> | undefined) ?? make();
  translators.set(key, made);
  return made;
}

/** The same translator, with each value that fills a text kept apart from the text around it: within a line that is read from
 *  right to left, "2024 Holdings" would else read "Holdings 2024" (Unicode's bidirectional algorithm, isolates). */
function isolating<T extends object>(t: T): T {
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

/** A text within a text that is read from right to left; a text that begins so itself needs nothing. */
export const isolate = (text: string) =>
  /^\p{Script=Arabic}/u.test(text) ? text : `\u2068${text}\u2069`;

/** Digits as codes and addresses have them, in Arabic too. */
function latinDigits(locale: Locale): string {
  return `${locale}-u-nu-latn`;
}
