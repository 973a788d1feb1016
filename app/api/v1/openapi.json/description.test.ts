import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { GET } from "@/app/api/v1/openapi.json/route";
import { LoginFailureCode } from "@/lib/core/contract/problem";
import { call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, { enum?: string[] }> };
}
const read = async () =>
  (await call(GET, { path: "/api/v1/openapi.json" })).body as Described & { openapi: string };

/** Routes that serve something other than our own API. */
const notOurs = [
  "/api/[{path}]", // everything unknown
  "/oauth/[{path}]",
  "/api/auth/{nextauth}", // the dashboard's own sign-in, as a relying party
];

describe("the API description", () => {
  test("is OpenAPI 3.1 without a mistake that a linter finds", async () => {
    const folder = mkdtempSync(join(tmpdir(), "atrium-openapi-"));
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(await read()));
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    };
    const args = ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--format=stylish"];
    const linted = await promisify(execFile)(process.execPath, args, { env }).finally(() =>
      rmSync(folder, { recursive: true }),
    );
    expect(linted.stderr).toContain("valid");
  });

  test("has every route of app/api and app/oauth, with each method it takes", async () => {
    const { paths } = await read();
    const described = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    // The path that doctor requests is a 404 for every other client.
    const forCallers = routeFiles().filter(({ path }) => path !== "/.well-known/atrium-probe");
    const missing = forCallers.flatMap(({ path, methods }) =>
      methods.map((method) => `${method} ${path}`).filter((route) => !described.has(route)),
    );
    expect(missing).toEqual([]);
  });

  test("describes no route that is not there", async () => {
    const there = new Set(routeFiles().map(({ path }) => path));
    expect(operations.map(({ path }) => path).filter((path) => !there.has(path))).toEqual([]);
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    "%s: its examples match its schemas",
    (_, { body, answers }) => {
      for (const { schema, example } of [body, ...Object.values(answers)].filter((it) => !!it))
        if (schema) expect(schema.parse(example)).toEqual(example);
    },
  );

  test("names the three login failures as one enumeration", async () => {
    const { components } = await read();
    expect(components.schemas.LoginFailureCode?.enum).toEqual([...LoginFailureCode.options]);
  });

  test("names every operation once", () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** Returns each route file with its path as the description writes it and the methods that it handles
 *  itself. */
function routeFiles(): { path: string; methods: string[] }[] {
  return globSync("app/{api,access,oauth,.well-known}/**/route.ts")
    .map((file) => {
      const path = file
        .replace(/^app/, "")
        .replace(/\/route\.ts$/, "")
        .replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
      const source = readFileSync(file, "utf8");
      const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) =>
        new RegExp(`[{\\s]${method}: `).test(source),
      );
      return { path, methods };
    })
    .filter(({ path }) => !notOurs.includes(path));
}
