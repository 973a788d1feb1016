import { expect, test } from "vitest";
import { escapeLike, PAGE_ROWS, pageOf, searchWords, sortOf } from "@/lib/kernel/db/keyset-page";

test("a query is split into words, without what PostgreSQL's text can't hold", () => {
  expect(searchWords("  ada\u0000 love\ud800lace\t")).toEqual(["ada", "love", "lace"]);
  expect(searchWords("   ")).toEqual([]);
});

test("a query of any length becomes a few words of limited length", () => {
  const words = searchWords("x".repeat(10_000).replaceAll("xxxxxxxxxx", "xxxxxxxxx "));
  expect(words).toHaveLength(6);
  expect(searchWords("y".repeat(1000))).toEqual(["y".repeat(60)]);
});

const first = { query: "", after: null };

test("a page knows that another follows by one row more than it shows", () => {
  const rows = Array.from({ length: PAGE_ROWS + 1 }, (_, index) => `row ${index}`);
  const page = pageOf(rows, String, first);
  expect(page).toEqual({ rows: rows.slice(0, -1), next: "row 49", previous: null });
  expect(pageOf(rows.slice(1), String, first).next).toBeNull();
  expect(pageOf([], String, first)).toEqual({ rows: [], next: null, previous: null });
});

test("a page after another leads back to it, and one read backwards comes in the list's order", () => {
  const rows = Array.from({ length: PAGE_ROWS + 1 }, (_, index) => `row ${index}`);
  expect(pageOf(rows, String, { ...first, after: "x" }).previous).toBe("row 0");
  const back = pageOf(rows, String, { ...first, before: "x" });
  expect([back.rows[0], back.previous, back.next]).toEqual(["row 49", "row 49", "row 0"]);
  expect(pageOf(rows.slice(1), String, { ...first, before: "x" }).previous).toBeNull();
});

test("a list is sorted by an allowed column in either direction, and by default in its own order", () => {
  const read = (sort: string | null, before: string | null = null) =>
    sortOf<"created" | "name">({ ...first, sort, before }, ["-created", "name"]);
  expect(read(null)).toEqual({ column: "created", descending: true, ascendingRead: false });
  expect(read("created")).toMatchObject({ descending: false, ascendingRead: true });
  expect(read("-name")).toEqual({ column: "name", descending: true, ascendingRead: false });
  expect(read("-name", "x")).toMatchObject({ descending: true, ascendingRead: true });
  expect(read("password")).toEqual(read(null));
});

test("typed wildcards are literal", () => {
  expect(escapeLike("50%_a\\b")).toBe("50\\%\\_a\\\\b");
});
