import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { locales } from "@/i18n/locales";

type Messages = { [key: string]: string | Messages };

const read = (locale: string): Messages =>
  JSON.parse(readFileSync(`messages/${locale}.json`, "utf8"));

/** Each text by its path. */
function texts(messages: Messages, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : texts(value, `${path}${key}.`),
  );
}

/** The names a text is filled with; the words inside a plural are none. */
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?:\}|, plural)/g)].map((match) => match[1]))].sort();

const english = texts(read("en"));

test.each(locales)("%s has every text, each with the placeholders of the English one", (locale) => {
  const own = new Map(texts(read(locale)));
  expect([...own.keys()]).toEqual(english.map(([key]) => key));
  for (const [key, text] of english) {
    expect([key, placeholders(own.get(key) ?? "")]).toEqual([key, placeholders(text)]);
    expect(own.get(key)?.trim()).not.toBe("");
  }
});
