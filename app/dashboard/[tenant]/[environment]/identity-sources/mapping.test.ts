import { expect, test } from "vitest";
import { mappingOf, mappingProblem, mappingText } from "./mapping";

test("a typed mapping is parsed, and written back as it was typed", () => {
  const text = "department = dept\nstaff = https://claims.example/staff";
  const mapping = { department: "dept", staff: "https://claims.example/staff" };
  expect(mappingProblem(` department=dept \n\n staff = https://claims.example/staff\n`)).toBeNull();
  expect(mappingOf(` department=dept \n\n staff = https://claims.example/staff\n`)).toEqual(
    mapping,
  );
  expect(mappingText(mapping)).toBe(text);
  expect(mappingOf("")).toEqual({});
});

test("a line that is no pair is named by its number", () => {
  for (const wrong of ["department", "a = b = c", "= b", "a =", "two words = b"])
    expect(mappingProblem(`staff = s\n${wrong}`), wrong).toEqual({ line: 2 });
});

test("the number of attributes is limited", () => {
  const lines = Array.from({ length: 51 }, (_, index) => `a${index} = b`);
  expect(mappingProblem(lines.slice(1).join("\n"))).toBeNull();
  expect(mappingProblem(lines.join("\n"))).toEqual({ most: 50 });
});

test("an attribute with the name of a built-in property of objects is like any other", () => {
  expect(Object.keys(mappingOf("__proto__ = sub"))).toEqual(["__proto__"]);
});
