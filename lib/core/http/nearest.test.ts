import { expect, test } from "vitest";
import { nearest } from "@/lib/core/http/nearest";
import { nearestPath } from "@/lib/core/http/nearest-path";

const fields = ["email", "display_name", "external_id", "role_id", "organization_id", "key"];

test.each([
  ["emial", "email"],
  ["e-mail", "email"],
  ["displayName", "display_name"],
  ["display_nmae", "display_name"],
  ["organisation_id", "organization_id"],
  ["keys", "key"],
])("%s most likely means %s", (name, meant) => {
  expect(nearest(name, fields)).toBe(meant);
});

test.each([["role"], ["admin"], [""], ["___"], ["kez1"], ["b"], ["e".repeat(65)], ["nickname"]])(
  "%s means no known name",
  (name) => {
    expect(nearest(name, fields)).toBeNull();
  },
);

test("the nearest of several near names is chosen", () => {
  expect(nearest("user_ids", ["users", "user_ida", "user_id"])).toBe("user_ida");
});

test("a name of the longest length is compared with many others quickly", () => {
  const known = Array.from({ length: 500 }, (_, at) => "x".repeat(62) + String(at % 10));
  const start = performance.now();
  nearest("y".repeat(64), known);
  expect(performance.now() - start).toBeLessThan(1000);
});

const paths = [
  "/api/v1/management/users",
  "/api/v1/management/users/{id}",
  "/api/v1/management/users/{id}/suspend",
  "/api/v1/management/roles",
  "/api/v1/auth/login/preflight",
  "/oauth/token",
];

test.each([
  ["/api/v1/managment/users", "/api/v1/management/users"],
  ["/api/v1/management/user", "/api/v1/management/users"],
  ["/api/v1/Management/Users", "/api/v1/management/users"],
  ["/api/v1/users", "/api/v1/management/users"],
  ["/management/users", "/api/v1/management/users"],
  ["/api/management/roles", "/api/v1/management/roles"],
  ["/api/v1/management/users/42/suspnd", "/api/v1/management/users/{id}/suspend"],
  ["/api/v1/auth/preflight", "/api/v1/auth/login/preflight"],
  ["/oauth/tokens", "/oauth/token"],
])("the path %s most likely means %s", (path, meant) => {
  expect(nearestPath(path, paths)).toBe(meant);
});

test.each([["/"], ["/api/v1"], ["/favicon.png"], ["/api/v1/invoices"], [`/${"a/".repeat(13)}`]])(
  "the path %s means no described path",
  (path) => {
    expect(nearestPath(path, paths)).toBeNull();
  },
);
