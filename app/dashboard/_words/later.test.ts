import { expect, test } from "vitest";
import { isNamed, later, translateDeferred } from "@/app/dashboard/_words/later";

test("a named text becomes the text in its reader's language", () => {
  const named = later("frame", "fields.tooLong", { max: 200 });
  expect(translateDeferred(named, "en")).toBe("Use at most 200 characters.");
  expect(translateDeferred(named, "de")).toBe("Verwenden Sie höchstens 200 Zeichen.");
});

test("it may stand inside another text, more than once, and its values are used unchanged", () => {
  const named = later("frame", "fields.userWhich", { close: 'a"b\u0003@x.example, {c}' });
  expect(translateDeferred(`1. ${named} 2. ${later("frame", "fields.missing")}`, "en")).toBe(
    '1. Enter the email address of the user: a"b\u0003@x.example, {c}. 2. Fill in this field.',
  );
});

test("a value of a named text may be a named text itself", () => {
  const named = later("frame", "nouns.memberRemoved", { name: later("frame", "nouns.theUser") });
  expect(translateDeferred(named, "en")).toContain("The user");
  expect(translateDeferred(named, "en")).not.toContain("\u0002");
});

test("a text that names nothing stays as it is, from any author", () => {
  for (const text of [
    "",
    "Plain.",
    "\u0002\u0003",
    "\u0002[1]\u0003",
    "\u0002[",
    '\u0002["a","b",{}]',
  ])
    expect(translateDeferred(text, "en")).toBe(text);
});

test("a named text is recognised, and a plain one is not", () => {
  expect(isNamed(later("frame", "fields.missing"))).toBe(true);
  expect(isNamed("Fill in this field.")).toBe(false);
  expect(isNamed(`a ${later("frame", "fields.missing")}`)).toBe(false);
});
