import { expect, test } from "vitest";
import { pagesNamed } from "./pages-named";

const place = { tenant: "acme", environment: "production" };
const named = (query: string) => pagesNamed(place, query).map(({ name }) => name);

test("a page is found by its name, by its entry in the menu and by another word for it", () => {
  expect(named("brand")).toEqual(["Branding"]);
  expect(named("settings")).toEqual(["Security policy", "Branding", "Members"]);
  expect(named("MFA")).toEqual(["Security policy"]);
  expect(named("redirect uri")).toEqual(["OIDC clients"]);
});

test("every word must fit, from its beginning", () => {
  expect(named("brand nothing")).toEqual([]);
  expect(named("randing")).toEqual([]);
  expect(named(" % ")).toEqual([]);
});

test("the overview leads to the environment itself", () => {
  expect(pagesNamed(place, "overview")).toEqual([
    { href: "/dashboard/acme/production", name: "Overview" },
  ]);
});
