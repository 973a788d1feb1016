import { expect, test } from "vitest";
import { claimsOf, claimsProblem } from "./claims";

test("a JSON object is taken as it is, and nothing typed is none", () => {
  expect(claimsOf('{"department": "Sales"}')).toEqual({ department: "Sales" });
  expect(claimsOf("  \n")).toEqual({});
  expect(claimsProblem("")).toBeNull();
});

test("whatever is no object is turned down", () => {
  for (const wrong of ["[]", "null", "3", '"text"', "{", "department: Sales"])
    expect(claimsProblem(wrong), wrong).toBe("notObject");
});

test("what can't be stored is turned down, and so is what is too large", () => {
  expect(claimsProblem('{"a": "\\u0000"}')).toBe("notStorable");
  expect(claimsProblem(JSON.stringify({ a: "x".repeat(16 * 1024) }))).toBe("tooLarge");
});
