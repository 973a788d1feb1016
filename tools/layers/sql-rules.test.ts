import { describe, expect, it } from "vitest";
import { parse } from "./parsed";
import { sqlFindings } from "./sql-rules";

const problemsOf = (file: string, text: string) =>
  sqlFindings(parse(file, text), new Set(["user"])).map(({ problem }) => problem);

describe("SQL", () => {
  it.each([
    ['import { read, type Queryable } from "@/lib/kernel/db/queryable";', "imports read of"],
    ["run(`SELECT 1 FROM users`)", "writes SQL"],
    ['run("DELETE FROM users")', "writes SQL"],
    ["run(`\n  WITH a AS (SELECT 1) SELECT 2`)", "writes SQL"],
    ["db.sql.user.findMany()", "uses Prisma's user"],
    ["inTenant(scope, ({ sql }) => sql.user.findMany())", "uses Prisma's user"],
    ["sql.$queryRaw(statement)", "calls $queryRaw"],
  ])("is found in %s", (text, problem) => {
    expect(problemsOf("lib/core/users/suspend-user.ts", text)).toEqual([
      expect.stringContaining(problem),
    ]);
    expect(problemsOf("app/api/v1/users/route.ts", text)).toHaveLength(1);
  });

  it.each([
    'import type { Queryable } from "@/lib/kernel/db/queryable";',
    'import { Queryable, type Statement } from "@/lib/kernel/db/queryable";',
    'throw new Error("UPDATE it")',
    'label("Select an app")',
    "users.user.findMany()",
  ])("is not found in %s", (text) => {
    expect(problemsOf("lib/core/users/suspend-user.ts", text)).toEqual([]);
  });

  it("is allowed in stores, in lib/kernel/db and in the adapter of node-oidc-provider", () => {
    const text = "run(`SELECT 1 FROM users`)";
    expect(problemsOf("lib/core/users/user-store.ts", text)).toEqual([]);
    expect(problemsOf("lib/kernel/db/bind-tenant.ts", text)).toEqual([]);
    expect(problemsOf("lib/core/oidc/provider/payload-adapter.ts", text)).toEqual([]);
  });
});
