import { describe, expect, it } from "vitest";
import { importsOf } from "./import-graph";
import { parse } from "./parsed";
import { prismaReachFindings } from "./reach";

const PRISMA = "lib/kernel/db/prisma-transaction.ts";
const STORE = "lib/core/users/user-search-store.ts";
const problemsOf = (loads: Record<string, string[]>) =>
  prismaReachFindings(
    new Map(
      Object.entries(loads).map(([file, of]) => [file, { ours: of, packages: [], loads: of }]),
    ),
  ).map(({ problem }) => problem);

describe("Prisma's client", () => {
  it("is loaded by no handler, at any depth, and the path to it is reported", () => {
    const route = "app/api/v1/users/route.ts";
    const useCase = "lib/core/users/list-users.ts";
    expect(problemsOf({ [route]: [useCase], [useCase]: [STORE], [STORE]: [PRISMA] })).toEqual([
      `loads Prisma in a process without it: ${route} → ${useCase} → ${STORE} → ${PRISMA}`,
    ]);
  });

  it.each([
    "host/worker.ts",
    "app/oauth/token/route.ts",
    "app/(hosted)/login/page.tsx",
    "app/dashboard/page.tsx",
  ])("is not loaded by %s", (file) => {
    expect(problemsOf({ [file]: [STORE], [STORE]: [PRISMA] })).toHaveLength(1);
  });

  it("is loaded by seeds and by tests", () => {
    const loads = [STORE];
    expect(
      problemsOf({
        "prisma/seed.ts": loads,
        "app/api/route.test.ts": loads,
        [STORE]: [PRISMA],
      }),
    ).toEqual([]);
  });

  it("is not loaded by an import of types alone", () => {
    const text = [
      'import type { A } from "types";',
      'import { type B } from "types too";',
      'let c: import("a type").C;',
      'import { type D, e } from "loaded";',
      'export { f } from "loaded too";',
      'await import("loaded later");',
      'import "loaded for its effect";',
    ].join("\n");
    const loaded = importsOf(parse("lib/a.ts", text)).filter(({ isType }) => !isType);
    expect(loaded.map(({ specifier }) => specifier)).toEqual([
      "loaded",
      "loaded too",
      "loaded later",
      "loaded for its effect",
    ]);
    expect(importsOf(parse("lib/a.ts", text))).toHaveLength(7);
  });
});
