import { expect, test } from "vitest";
import { isNamed, later, said } from "@/app/dashboard/_words/later";

test("a text that was named is said in the language of whoever reads it", () => {
  const named = later("frame", "fields.tooLong", { max: 200 });
  expect(said(named, "en")).toBe("Use at most 200 characters.");
  expect(said(named, "de")).toBe("Verwenden Sie höchstens 200 Zeichen.");
});

test("it may stand inside another text, more than once, and what it is filled with is taken as it is", () => {
  const named = later("frame", "fields.userWhich", { close: 'a"b\u0003@x.example, {c}' });
  expect(said(`1. ${named} 2. ${later("frame", "fields.missing")}`, "en")).toBe(
    '1. Enter the email address of the user: a"b\u0003@x.example, {c}. 2. Fill in this field.',
  );
});

test("a text that names nothing stays as it is, whoever wrote it", () => {
  for (const text of [
    "",
    "Plain.",
    "\u0002\u0003",
    "\u0002[1]\u0003",
    "\u0002[",
    '\u0002["a","b",{}]',
  ])
    expect(said(text, "en")).toBe(text);
});

test("what is named is told from what is said", () => {
  expect(isNamed(later("frame", "fields.missing"))).toBe(true);
  expect(isNamed("Fill in this field.")).toBe(false);
  expect(isNamed(`a ${later("frame", "fields.missing")}`)).toBe(false);
});
