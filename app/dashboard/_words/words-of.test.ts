import { expect, test } from "vitest";
import { later, translateDeferred } from "@/app/dashboard/_words/later";
import { formatterOf, translatorOf } from "@/app/dashboard/_words/words-of";

const isolated = "\u20682024 Holdings\u2069";

test("from right to left, a value retains its own order within a text; in other languages it is unchanged", () => {
  const chosen = { name: "2024 Holdings" };
  expect(translatorOf("ar", "users")("list.choose", chosen)).toContain(isolated);
  expect(translatorOf("de", "users")("list.choose", chosen)).toContain("2024 Holdings");
  expect(translatorOf("de", "users")("list.choose", chosen)).not.toContain("\u2068");
  expect(translatorOf("ar", "users")("list.choose", { name: "العربية" })).not.toContain("\u2068");
  expect(translatorOf("ar", "frame")("nouns.total", { count: 7 })).not.toContain("\u2068");
});

test("a text that is named for later is isolated once, when it is resolved", () => {
  const named = later("frame", "fields.userWhich", { close: ["2024 Holdings", "b@x.example"] });
  const arabic = translateDeferred(named, "ar");
  expect(arabic).toContain(isolated);
  expect(arabic).toContain(" أو ");
  expect(translateDeferred(named, "en")).toContain("2024 Holdings or b@x.example");
  expect(translateDeferred(named, "ja")).not.toContain(", ");
});

test("lists have the separators of their language", () => {
  const list = (locale: "en" | "ja" | "ar") => formatterOf(locale, "UTC").list(["A", "B", "C"]);
  expect(list("en")).toBe("A, B, and C");
  expect(list("ja")).toBe("A、B、C");
  expect(list("ar")).not.toContain(",");
});

test("a formatter is made once for a language and time zone, and the oldest one is evicted", () => {
  const first = formatterOf("de", "Europe/Berlin");
  expect(formatterOf("de", "Europe/Berlin")).toBe(first);
  expect(formatterOf("de", "Asia/Tokyo")).not.toBe(first);
  for (const zone of Intl.supportedValuesOf("timeZone").slice(0, 250)) formatterOf("fr", zone);
  expect(formatterOf("de", "Europe/Berlin")).not.toBe(first);
});
