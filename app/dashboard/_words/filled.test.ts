import { expect, test } from "vitest";
import { filled } from "@/app/dashboard/_words/filled";

test("a placeholder is filled at every occurrence, with texts and numbers", () => {
  expect(filled("{count} of {count}: {name}", { count: 0, name: "Ada" })).toBe("0 of 0: Ada");
});

test("a filled-in value is used unchanged, and a placeholder without a value stays", () => {
  expect(filled("Copy {what}", { what: "{name} $& $1" })).toBe("Copy {name} $& $1");
  expect(filled("Copy {what}", { name: "Ada" })).toBe("Copy {what}");
});
