import { expect, test } from "vitest";
import { sortedRows, sortHead } from "@/app/dashboard/_nouns/sort-head";

const list = (sort: string | null) => ({ path: "/users", browse: { sort }, order: "-created" });

test("a column that sorts the rows turns them round; another begins its own way", () => {
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

test("rows without the value come last, either way; what is no column leaves the rows alone", () => {
  const rows = [{ at: null }, { at: new Date(2) }, { at: new Date(1) }];
  const sorted = (sort: string) =>
    sortedRows(rows, sort, { used: ({ at }) => at }).map(({ at }) => at && Number(at));
  expect(sorted("used")).toEqual([1, 2, null]);
  expect(sorted("-used")).toEqual([2, 1, null]);
  expect(sorted("constructor")).toEqual([null, 2, 1]);
});
