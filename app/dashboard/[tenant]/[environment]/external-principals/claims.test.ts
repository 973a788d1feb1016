import { expect, test } from "vitest";
import { claimsOf, claimsProblem } from "./claims";

test("a JSON object is taken as it is, and nothing typed is none", () => {
  expect(claimsOf('{"department": "Sales"}')).toEqual({ department: "Sales" });
  expect(claimsOf("  \n")).toEqual({});
  expect(claimsProblem("")).toBeNull();
});

test("a number keeps its digits", () => {
  const typed = '{"id":9007199254740993,"in":[{"share":0.12345678901234567890}]}';
  expect(claimsProblem(typed)).toBeNull();
  expect(JSON.stringify(claimsOf(typed))).toBe(typed);
});

test("whatever is no object is turned down", () => {
  for (const wrong of ["[]", "null", "3", '"text"', "{", "department: Sales", "9007199254740993"])
    expect(claimsProblem(wrong), wrong).toBe("notObject");
});

test("what can't be stored is turned down, and so is what is too large", () => {
  for (const wrong of ['"\\u0000"', "1e400", "9007199254740993e0"])
    expect(claimsProblem(`{"a": ${wrong}}`), wrong).toBe("notStorable");
  expect(claimsProblem(JSON.stringify({ a: "x".repeat(16 * 1024) }))).toBe("tooLarge");
});
