import { expect, test } from "vitest";
import {
  keyField,
  nameField,
  namingField,
  newKeyField,
  optionalId,
  optionalLine,
  ticked,
  withKey,
  wordsField,
} from "@/app/dashboard/_nouns/fields";
import { translateDeferred } from "@/app/dashboard/_words/later";

/** Returns the problem of a value, as a person reads it; null for none. */
const problem = (field: { safeParse: typeof nameField.safeParse }, value: unknown) =>
  translateDeferred(field.safeParse(value).error?.issues[0]?.message ?? "", "en") || null;

test("names and keys are required, bounded and trimmed", () => {
  expect(nameField.parse("  Analytics ")).toBe("Analytics");
  expect(problem(nameField, "  ")).toBe("Enter a name.");
  expect(problem(nameField, "x".repeat(201))).toMatch(/200/);
  expect(problem(nameField, "a\u0000b")).toMatch(/control characters/);
  expect(keyField.parse("reports.v2:eu-1_x")).toBe("reports.v2:eu-1_x");
  for (const bad of ["-first", "two words", "x".repeat(65), "ünï"])
    expect(problem(keyField, bad), bad).toMatch(/letters, digits/);
});

test("an empty line is null", () => {
  expect(optionalLine(10).parse("   ")).toBeNull();
  expect(optionalLine(10).parse(" a ")).toBe("a");
  expect(optionalLine(10).safeParse("x".repeat(11)).success).toBe(false);
  expect(optionalLine(10).safeParse("a\u0000").success).toBe(false);
});

test("words come a line each or with commas, and a repeated one counts once", () => {
  expect(wordsField.parse("reports:read\r\n reports:write, reports:read")).toEqual([
    "reports:read",
    "reports:write",
  ]);
  expect(wordsField.parse("  ")).toEqual([]);
  expect(wordsField.parse(undefined)).toEqual([]);
  expect(wordsField.safeParse("x".repeat(129)).success).toBe(false);
  expect(wordsField.safeParse(Array.from({ length: 501 }, (_, i) => `w${i}`).join()).success).toBe(
    false,
  );
});

test("an empty choice is null, and a malformed id is refused", () => {
  expect(optionalId.parse("")).toBeNull();
  expect(optionalId.safeParse("1 OR 1=1").success).toBe(false);
  expect(ticked.parse("on")).toBe(true);
  expect(ticked.parse(undefined)).toBe(false);
  expect(namingField.safeParse("a\u0000").success).toBe(false);
});

test("the key of something new is the one that was typed, or else made from the name", () => {
  const made = (name: string, key?: string) => withKey({ name, key: newKeyField.parse(key) }).key;
  expect(made("Überweisungen & Reports")).toBe("uberweisungen-reports");
  expect(made("Reports", " Reports.v2 ")).toBe("Reports.v2");
  expect(problem(newKeyField, "two words")).toMatch(/letters, digits/);
  expect(() => made("日本語")).toThrow(/^key: .*fields.keyNotMade/);
});
