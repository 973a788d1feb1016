import { expect, test } from "vitest";
import { ownPage } from "@/app/dashboard/_request/own-page";

test("a page of the dashboard is returned to, with its query", () => {
  expect(ownPage("/dashboard")).toBe("/dashboard");
  expect(ownPage("/dashboard/atr_x/production/users?q=ada")).toBe(
    "/dashboard/atr_x/production/users?q=ada",
  );
});

test("no other address is, in any spelling", () => {
  for (const path of [
    undefined,
    "",
    "https://evil.example/dashboard",
    "//evil.example/dashboard",
    "/\\evil.example/dashboard",
    "/dashboard/../oauth/logout",
    "/dashboards",
    "javascript:alert(1)",
    "/login",
    "\t//evil.example",
  ])
    expect(ownPage(path), String(path)).toBe("/dashboard");
});
