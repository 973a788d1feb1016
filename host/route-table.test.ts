import { expect, test } from "vitest";
import { type RouteModule, RouteTable } from "@/host/route-table";

const answer = (name: string): RouteModule => ({ GET: () => new Response(name) });
const modules = new Map<RouteModule, string>();
const entry = (pattern: string) => {
  const module = answer(pattern);
  modules.set(module, pattern);
  return { pattern, module };
};
const table = new RouteTable([
  entry("/api/[...path]"),
  entry("/api/v1/roles"),
  entry("/api/v1/roles/[id]"),
  entry("/api/v1/roles/[id]/apps"),
  entry("/api/v1/roles/import"),
  { pattern: "/api/auth/[...nextauth]", module: null },
  entry("/.well-known/openid-configuration"),
]);
const found = (path: string) => {
  const match = table.match(path);
  return match && [modules.get(match.module), match.params];
};

test("a path matches a folder of its name before one in brackets, and a catch-all last", () => {
  expect(found("/api/v1/roles")).toEqual(["/api/v1/roles", {}]);
  expect(found("/api/v1/roles/import")).toEqual(["/api/v1/roles/import", {}]);
  expect(found("/api/v1/roles/7")).toEqual(["/api/v1/roles/[id]", { id: "7" }]);
  expect(found("/api/v1/roles/7/apps")).toEqual(["/api/v1/roles/[id]/apps", { id: "7" }]);
  expect(found("/api/v1/roles/7/none")).toEqual([
    "/api/[...path]",
    { path: ["v1", "roles", "7", "none"] },
  ]);
  // `import` has no folder `apps`, but the folder in brackets does.
  expect(found("/api/v1/roles/import/apps")).toEqual(["/api/v1/roles/[id]/apps", { id: "import" }]);
});

test("routes left to Next are never matched by a catch-all above them", () => {
  expect(found("/api/auth/csrf")).toBeNull();
  expect(found("/api/auth/callback/atrium")).toBeNull();
});

test("a path is decoded before its route is found, so that every spelling leads to the same route", () => {
  expect(found("/api/v1/roles/%41b%20c")).toEqual(["/api/v1/roles/[id]", { id: "Ab c" }]);
  expect(found("/api/v1/%72oles/import")).toEqual(["/api/v1/roles/import", {}]);
  expect(found("/%61pi/auth/csrf")).toBeNull();
});

test.each([
  "/api/v1/roles/7/",
  "//api//v1/roles/7",
  "/api\\v1/roles/7",
  "/x/../api/v1/./roles/7",
  "/x/%2e%2e/api/v1/roles%2F7",
  "/api/v1/roles/7;x",
  "/api/v1/roles/%37",
])("the route that %s may be taken for is found", (path) => {
  expect(table.looseMatch(path)?.pattern).toBe("/api/v1/roles/[id]");
});

test("paths without a file, and those that Next would rewrite first, are left to Next", () => {
  for (const path of ["/", "/api", "/login", "/api/v1/roles/", "/api//v1/roles", "/api/v1/./roles"])
    expect(found(path)).toBeNull();
  for (const path of ["/api/v1/../v1/roles", "/api\\v1\\roles", "/api/..", "/api/v1/roles;x"])
    expect(found(path)).toBeNull();
  for (const path of ["/api/v1/%2e%2e/v1/roles", "/api/v1/roles/7%2Fapps", "/api/v1/roles/%5C"])
    expect(found(path)).toBeNull();
});

test("a path is matched the same way again", () => {
  expect(found("/.well-known/openid-configuration")).toEqual(
    found("/.well-known/openid-configuration"),
  );
  expect(found("/api/v1/roles/8")).toEqual(["/api/v1/roles/[id]", { id: "8" }]);
  expect(found("/api/v1/roles/9")).toEqual(["/api/v1/roles/[id]", { id: "9" }]);
});
