import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { explain } from "./explain";

const refused = (code: string) => {
  const error = new DatabaseError("canceling statement due to lock timeout", 1, "error");
  return Object.assign(error, { code, severity: "ERROR" });
};

test.each(["55P03", "40P01", "40001", "57014", "57P01", "57P03", "53300"])(
  "the state %s is explained by its remedy, without PostgreSQL's words",
  (state) => {
    const { code, message } = explain(new Error("the command failed", { cause: refused(state) }));
    expect(code).toBe("database");
    expect(message).toMatch(/Give the command again/);
    expect(message).not.toContain("canceling");
  },
);

test("any other state is reported as PostgreSQL's, with its words", () => {
  expect(explain(refused("22012"))).toEqual({
    code: "database",
    message: "PostgreSQL refused a statement (22012): canceling statement due to lock timeout",
  });
});
