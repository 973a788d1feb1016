import { expect, test } from "vitest";
import { literally, PAGE_ROWS, pageOf, searchWords } from "@/lib/browse";

test("a query is its words, without what PostgreSQL's text can't take", () => {
  expect(searchWords("  ada\u0000 love\ud800lace\t")).toEqual(["ada", "love", "lace"]);
  expect(searchWords("   ")).toEqual([]);
});

test("a query of any length stays a few words of some length", () => {
  const words = searchWords("x".repeat(10_000).replaceAll("xxxxxxxxxx", "xxxxxxxxx "));
  expect(words).toHaveLength(6);
  expect(searchWords("y".repeat(1000))).toEqual(["y".repeat(60)]);
});

test("a page says that there is another by the row that it doesn't show", () => {
  const rows = Array.from({ length: PAGE_ROWS + 1 }, (_, index) => `row ${index}`);
  expect(pageOf(rows, (row) => row)).toEqual({ rows: rows.slice(0, -1), next: "row 49" });
  expect(pageOf(rows.slice(1), (row) => row).next).toBeNull();
  expect(pageOf([], String)).toEqual({ rows: [], next: null });
});

test("wildcards that were typed stand for themselves", () => {
  expect(literally("50%_a\\b")).toBe("50\\%\\_a\\\\b");
});
