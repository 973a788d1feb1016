import { expect, test } from "vitest";
import { parse } from "./parsed";
import { wordFindings } from "./word-rules";

const problemsOf = (text: string) =>
  wordFindings(parse("lib/core/a.ts", text)).map(({ problem }) => problem);

test.each([
  ["/** What a limit counts. */\nconst a = 1;", 'begins a docstring with "What"'],
  ["/** Limits.\n *  Read by whoever asks. */\nconst a = 1;", 'says "whoever"'],
  ["const a = 1; // nobody sees it", 'says "nobody"'],
  [`// ${"long ".repeat(25)}\nconst a = 1;`, "has a comment of more than 110 characters in a line"],
])("finds %j", (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test.each([
  "/** Limit of a network. What it counts is in the table. */\nconst a = 1;",
  "/** Adds a key.\n *  @param given the key */\nfunction f(given: string) {}",
  "// The account `nobody` owns no file.\nconst a = 1;",
  'const a = "// told";',
])("takes %j", (text) => {
  expect(problemsOf(text)).toEqual([]);
});
