import { expect, test } from "vitest";
import { sortedRows, sortHead } from "@/app/dashboard/_nouns/sort-head";
import type { Locale } from "@/i18n/locales";

const list = (sort: string | null) => ({ path: "/users", browse: { sort }, order: "-created" });

test("the column that sorts the rows reverses them; another starts in its own order", () => {
  expect(sortHead(["Created", "-created"], list(null), { q: "ada" })).toEqual({
    name: "Created",
    href: "/users?q=ada&sort=created",
    sorted: "descending",
  });
  expect(sortHead(["User", "name"], list(null))).toMatchObject({
    href: "/users?sort=name",
    sorted: undefined,
  });
  expect(sortHead(["User", "name"], list("name"))).toMatchObject({
    href: "/users?sort=-name",
    sorted: "ascending",
  });
  expect(sortHead("Status", list(null))).toBe("Status");
});

test("rows without the value come last in both orders; an unknown column leaves the rows alone", () => {
  const rows = [{ at: null }, { at: new Date(2) }, { at: new Date(1) }];
  const sorted = (sort: string) =>
    sortedRows(rows, sort, "en", { used: ({ at }) => at }).map(({ at }) => at && Number(at));
  expect(sorted("used")).toEqual([1, 2, null]);
  expect(sorted("-used")).toEqual([2, 1, null]);
  expect(sorted("constructor")).toEqual([null, 2, 1]);
});

test("names are in the order of the reader's alphabet", () => {
  const rows = ["ñandú", "nube", "zorro", "Árbol"].map((name) => ({ name }));
  const sorted = (locale: Locale) =>
    sortedRows(rows, "name", locale, { name: ({ name }) => name }).map(({ name }) => name);
  expect(sorted("en")).toEqual(["Árbol", "ñandú", "nube", "zorro"]);
  expect(sorted("es")).toEqual(["Árbol", "nube", "ñandú", "zorro"]);
});
