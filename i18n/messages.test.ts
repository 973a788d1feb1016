import { readdirSync, readFileSync } from "node:fs";
import { createTranslator, type IntlError, IntlErrorCode } from "use-intl/core";
import { expect, test } from "vitest";
import { locales } from "@/i18n/locales";

type Messages = { [key: string]: string | Messages };

const read = (folder: string, locale: string): Messages =>
  JSON.parse(readFileSync(`${folder}/${locale}.json`, "utf8"));

/** The hosted pages, and each area of the dashboard. */
const folders = [
  "messages",
  ...readdirSync("messages/dashboard").map((area) => `messages/dashboard/${area}`),
];

/** Returns each text with its path. */
function texts(messages: Messages, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : texts(value, `${path}${key}.`),
  );
}

/** Returns the placeholders and tags of a text, without the words inside a plural. */
const placeholders = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/\{(\w+)(?:\}|, (?:plural|select|number|date))|<(\w+)>/g)].map(
        ([, name, tag]) => name ?? `<${tag}>`,
      ),
    ),
  ].sort();

test.each(folders.flatMap((folder) => locales.map((locale) => [folder, locale] as const)))(
  "%s in %s has every text, each with the placeholders of the English one",
  (folder, locale) => {
    const english = texts(read(folder, "en"));
    const own = new Map(texts(read(folder, locale)));
    expect([...own.keys()]).toEqual(english.map(([key]) => key));
    for (const [key, text] of english) {
      expect([key, placeholders(own.get(key) ?? "")]).toEqual([key, placeholders(text)]);
      expect(own.get(key)?.trim()).not.toBe("");
    }
  },
);

test.each(folders.flatMap((folder) => locales.map((locale) => [folder, locale] as const)))(
  "each text of %s in %s can be formatted",
  (folder, locale) => {
    const wrong: string[] = [];
    // The values are not known here; the syntax is.
    const onError = ({ code, message }: IntlError) => {
      if (code !== IntlErrorCode.FORMATTING_ERROR) wrong.push(message);
    };
    const messages = read(folder, locale);
    const t = createTranslator({ locale, messages, onError });
    for (const [key] of texts(messages)) t(key as never);
    expect(wrong).toEqual([]);
  },
);
