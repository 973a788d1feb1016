import { expect, test } from "vitest";
import { chooseLocale } from "@/i18n/choose-locale";

test("a user's own choice outranks the relying party's and the browser's", () => {
  expect(chooseLocale({ chosen: "ja", uiLocales: "de", acceptLanguage: "fr" })).toBe("ja");
});

test("the relying party's languages are tried in order, before the browser's", () => {
  expect(chooseLocale({ uiLocales: "nl es-MX de", acceptLanguage: "fr" })).toBe("es");
});

test("a regional language falls back to its language", () => {
  expect(chooseLocale({ acceptLanguage: "de-AT" })).toBe("de");
});

test("the browser's languages are weighed by quality, and q=0 is a refusal", () => {
  expect(chooseLocale({ acceptLanguage: "en;q=0.3, fr;q=0, ar;q=0.9" })).toBe("ar");
});

test("unsupported languages and invalid tags are English", () => {
  expect(chooseLocale({ chosen: "xx", uiLocales: "tlh", acceptLanguage: ";;q=,*" })).toBe("en");
  expect(chooseLocale({})).toBe("en");
});
