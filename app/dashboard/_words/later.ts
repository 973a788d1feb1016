import type { MessageKeys, NestedKeyOf } from "use-intl/core";
import { type Area, type Catalog, catalogs } from "@/app/dashboard/_words/catalogs";
import { isolate, translatorOf } from "@/app/dashboard/_words/words-of";
import { directionOf, type Locale } from "@/i18n/locales";

/** Name of a text of an area. */
export type LaterKey<A extends Area> = MessageKeys<Catalog[A], NestedKeyOf<Catalog[A]>>;
type Values = Record<string, string | number | readonly string[]>;

/** Delimiters of a named text. JSON escapes them, so that no value ends a name. */
const [BEGINNING, END] = ["\u0002", "\u0003"];
const NAMED = new RegExp(`${BEGINNING}([^${END}]*)${END}`, "g");

/** Names a text that is put into the reader's language later: for schemas and rules, which are made before
 *  any request. It may stand inside another text.
 *  @param values values of the text's placeholders; a list reads as alternatives: "a, b or c" */
export function later<A extends Area>(area: A, key: LaterKey<A>, values: Values = {}): string {
  return BEGINNING + JSON.stringify([area, key, values]) + END;
}

/** Like `later`, for the texts of one area: `const t = laterIn("users")`. */
export const laterIn =
  <A extends Area>(area: A) =>
  (key: LaterKey<A>, values?: Values): string =>
    later(area, key, values);

/** Names the texts of a namespace of an area: `textsOf(roles)("list.title")`.
 *  @param texts the namespace, with the dot after it; empty for the whole area */
export const textsOf =
  <A extends Area>({ area, texts }: { area: A; texts: string }) =>
  (name: string, values?: Values): string =>
    later(area, (texts + name) as LaterKey<A>, values);

/** Replaces every text that `later` named by the text itself. */
export function translateDeferred(text: string, locale: Locale): string {
  return text.replace(NAMED, (whole, named: string) => {
    try {
      const [area, key, values] = JSON.parse(named) as ["frame", LaterKey<"frame">, Values];
      if (!Object.hasOwn(catalogs[locale], area)) return whole;
      const t = translatorOf(locale, area);
      return t.has(key) ? t(key, withLists(values, locale)) : whole;
    } catch {
      return whole;
    }
  });
}

function withLists(values: Values, locale: Locale): Record<string, string | number> {
  const list = new Intl.ListFormat(locale, { type: "disjunction" });
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === "object"
        ? list.format(value.map(isolateIn(locale)))
        : valueIn(value, locale),
    ]),
  );
}

/** A value may be a text that `later` named. */
const valueIn = (value: string | number, locale: Locale) =>
  typeof value === "string" ? translateDeferred(value, locale) : value;

const isolateIn = (locale: Locale) => (text: string) =>
  directionOf(locale) === "rtl" ? isolate(text) : text;

/** Whether a text consists of one that `later` named, and nothing else. */
export function isNamed(text: string): boolean {
  return text.startsWith(BEGINNING) && text.endsWith(END);
}
