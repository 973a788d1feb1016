import { expect, test } from "vitest";
import { claimsOf, claimsProblem } from "./claims";

test("a JSON object is stored unchanged, and an empty text is no claims", () => {
  expect(claimsOf('{"department": "Sales"}')).toEqual({ department: "Sales" });
  expect(claimsOf("  \n")).toEqual({});
  expect(claimsProblem("")).toBeNull();
});

test("a number keeps its digits", () => {
  const typed = '{"id":9007199254740993,"in":[{"share":0.12345678901234567890}]}';
  expect(claimsProblem(typed)).toBeNull();
  expect(JSON.stringify(claimsOf(typed))).toBe(typed);
});

test("anything but an object is refused", () => {
  for (const wrong of ["[]", "null", "3", '"text"', "{", "department: Sales", "9007199254740993"])
    expect(claimsProblem(wrong), wrong).toBe("notObject");
});

test("claims that can't be stored or are too large are refused", () => {
  for (const wrong of ['"\\u0000"', "1e400", "9007199254740993e0"])
    expect(claimsProblem(`{"a": ${wrong}}`), wrong).toBe("notStorable");
  expect(claimsProblem(JSON.stringify({ a: "x".repeat(16 * 1024) }))).toBe("tooLarge");
});
