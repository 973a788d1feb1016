import { expect, test } from "vitest";
import type { Locale } from "@/i18n/locales";
import { pagesNamed } from "./pages-named";

const place = { tenant: "acme", environment: "production" };
const named = (query: string, locale: Locale = "en") =>
  pagesNamed(place, query, locale).map(({ name }) => name);

test("a page is found by its name, by its entry in the menu and by another word for it", () => {
  expect(named("brand")).toEqual(["Branding"]);
  expect(named("settings")).toEqual([
    "Security policy",
    "Passkeys",
    "Previous system",
    "Branding",
    "Administrators",
  ]);
  expect(named("MFA")).toEqual(["Security policy"]);
  expect(named("redirect uri")).toEqual(["OIDC clients"]);
});

test("every word must fit, from its beginning", () => {
  expect(named("brand nothing")).toEqual([]);
  expect(named("randing")).toEqual([]);
  expect(named(" % ")).toEqual([]);
});

test("the overview leads to the environment itself", () => {
  expect(pagesNamed(place, "overview", "en")).toEqual([
    { href: "/dashboard/acme/production", name: "Overview" },
  ]);
});

test("a page is found in the reader's language, with or without accents, and in English", () => {
  expect(named("ubersicht", "de")).toEqual(["Übersicht"]);
  expect(named("mot de passe", "fr")).toEqual(["Politique de sécurité"]);
  expect(named("passe", "fr")).toEqual(["Politique de sécurité"]);
  expect(named("ポリシー", "ja")).toEqual(["利用権ポリシー", "セキュリティポリシー"]);
  expect(named("مستخدم", "ar")).toEqual(["المستخدمون"]);
  expect(named("redirect uri", "ar")).toEqual(["عملاء OIDC"]);
});
