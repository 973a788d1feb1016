import { cache } from "react";
import { createFormatter, createTranslator } from "use-intl/core";
import { type Area, type Catalog, catalogs } from "@/app/dashboard/_words/catalogs";
import { readerOf } from "@/app/dashboard/_words/reader";
import type { Locale } from "@/i18n/locales";

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
  return createFormatter({ locale: latinDigits(locale), timeZone });
});

/** A translator remembers the texts that it has parsed, so each area has one in each language. */
const translators = new Map<string, unknown>();

export function translatorOf<A extends Area>(locale: Locale, area: A) {
  const make = () =>
    createTranslator<Catalog[A]>({ locale: latinDigits(locale), messages: catalogs[locale][area] });
  const key = `${locale} ${area}`;
  const made = (translators.get(key) as ReturnType<typeof make> | undefined) ?? make();
  translators.set(key, made);
  return made;
}

/** Digits as codes and addresses have them, in Arabic too. */
function latinDigits(locale: Locale): string {
  return `${locale}-u-nu-latn`;
}
