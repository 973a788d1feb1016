import { loadModule, parseSync } from "libpg-query";
import { beforeAll, describe, expect, test } from "vitest";
import { migrationNames, migrationScript } from "./migration-files";
import { statementsOf, withoutComments } from "./sql-statements";

beforeAll(() => loadModule());

test.each([
  ["a comment", "SELECT 1 -- a; b\n; SELECT 2", ["SELECT 1 -- a; b", "SELECT 2"]],
  ["a comment over lines", "SELECT /* ; */ 1; SELECT 2", ["SELECT /* ; */ 1", "SELECT 2"]],
  ["a string", "SELECT 'it''s; so'; SELECT 2", ["SELECT 'it''s; so'", "SELECT 2"]],
  ["a string with escapes", "SELECT E'\\';'; SELECT 2", ["SELECT E'\\';'", "SELECT 2"]],
  ["a name", 'SELECT 1 AS "a;b"; SELECT 2', ['SELECT 1 AS "a;b"', "SELECT 2"]],
  ["a body", "DO $$ BEGIN; END $$; SELECT 2", ["DO $$ BEGIN; END $$", "SELECT 2"]],
  ["a tagged body", "DO $a$ $$;$$ $a$; SELECT 2", ["DO $a$ $$;$$ $a$", "SELECT 2"]],
])("a semicolon within %s ends no statement", (_, script, statements) => {
  expect(statementsOf(script)).toEqual(statements);
});

test("comments alone are no statement, and those before one can be left out", () => {
  expect(statementsOf("-- a\n; /* b */ ;\n")).toEqual([]);
  expect(withoutComments("-- a; b\n/* c */ SELECT 1 -- d")).toBe("SELECT 1 -- d");
});

describe("every migration is split as PostgreSQL's own parser splits it", () => {
  test.each(migrationNames())("%s", (name) => {
    const script = migrationScript(name);
    const bytes = Buffer.from(script);
    const { stmts = [] } = parseSync(script);
    const texts = stmts.map(({ stmt_location: from = 0, stmt_len: length }) =>
      bytes.subarray(from, length ? from + length : undefined).toString(),
    );
    expect(statementsOf(script).map(withoutComments)).toEqual(texts.map(withoutComments));
  });
});
