import { describe, expect, it } from "vitest";
import { parse } from "./parsed";
import { tableFindings } from "./table-rules";
import { tablesByModel } from "./table-writes";

const models = new Map([
  ["user", "users"],
  ["session", "sessions"],
]);
const problemsOf = (
  texts: Record<string, string>,
  exceptions: { file: string; tables: string[]; because: string }[] = [],
) =>
  tableFindings(
    Object.entries(texts).map(([file, text]) => parse(file, text)),
    models,
    exceptions,
  ).map(({ problem }) => problem);

const USERS = "lib/core/users/user-store.ts";
const LOGIN = "lib/core/login/subject-store.ts";

describe("a table", () => {
  it("is written from one room", () => {
    const text = "write`UPDATE users SET email = $" + "{email}`";
    expect(problemsOf({ [USERS]: text, "lib/core/users/b-store.ts": text })).toEqual([]);
    expect(problemsOf({ [USERS]: text, [LOGIN]: text })).toEqual([
      `writes users, which several rooms write: lib/core/users (${USERS}) · lib/core/login (${LOGIN})`,
    ]);
  });

  it.each([
    "write`INSERT INTO users AS person (id) VALUES (1)`",
    "write`WITH gone AS (DELETE FROM users RETURNING id) SELECT 1`",
    "query('UPDATE users SET name = 1')",
    "const some = sql`UPDATE ONLY users SET name = 1`",
    "db.sql.user.updateMany({ data })",
    "db.sql.user.upsert({ where })",
  ])("is written by %s", (text) => {
    const own = "write`DELETE FROM users`";
    expect(problemsOf({ [USERS]: own, [LOGIN]: text })).toHaveLength(1);
  });

  it.each([
    "read`SELECT 1 FROM users FOR UPDATE`",
    "read`SELECT 1 FROM users FOR NO KEY UPDATE OF users`",
    "write`INSERT INTO sessions (id) VALUES (1) ON CONFLICT DO UPDATE SET id = 2`",
    "db.sql.user.findMany({ where })",
    "// UPDATE users SET name = 1",
    "something.update(users)",
  ])("is not written by %s", (text) => {
    const own = "write`DELETE FROM users`";
    expect(problemsOf({ [USERS]: own, [LOGIN]: text })).toEqual([]);
  });

  it("is named by the statement that writes it", () => {
    const text = "write`DELETE FROM $" + "{table} WHERE id = 1`";
    expect(problemsOf({ [USERS]: text })).toEqual(["writes a table that only a value names"]);
  });

  it("may be written by a listed exception for speed, which is a finding once no statement needs it", () => {
    const text = "write`UPDATE users SET name = 1`";
    const exceptions = [{ file: LOGIN, tables: ["users"], because: "logins must be fast" }];
    expect(problemsOf({ [USERS]: text, [LOGIN]: text }, exceptions)).toEqual([]);
    expect(problemsOf({ [USERS]: text }, exceptions)).toEqual([
      "may write users for speed, and does not",
    ]);
  });

  it("has the name that its model is mapped to", () => {
    expect(tablesByModel().get("oneTimeSecret")).toBe("one_time_secrets");
    expect(tablesByModel().size).toBeGreaterThan(30);
  });
});
