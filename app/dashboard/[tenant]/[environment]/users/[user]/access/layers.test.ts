import { expect, test } from "vitest";
import { catalogs } from "@/app/dashboard/_words/catalogs";
import { locales } from "@/i18n/locales";
import { accessLayers } from "@/lib/core/access/evaluate-access";
import type { AccessDenial } from "@/lib/kernel/errors/access-errors";
import { markOf, remedyOf } from "./layers";
import { pageOf } from "./remedies";

test.each(locales)("in %s every layer of the evaluator has words of its own", (locale) => {
  const { layers } = catalogs[locale].users.access;
  const words = accessLayers.map(({ denial }) => layers[denial]);
  expect(new Set(words.map(({ asks }) => asks)).size).toBe(accessLayers.length);
  expect(new Set(words.map(({ refused }) => refused)).size).toBe(accessLayers.length);
  for (const { refused, mend } of words) {
    expect(refused).toMatch(/[.。]$/);
    expect(mend).toMatch(/[.。]$/);
  }
});

test("every result has its own mark", () => {
  const results = ["passed", "denied", "observed", "skipped", "not_reached"] as const;
  const marks = results.map((result) => markOf(result).mark);
  expect(new Set(marks).size).toBe(results.length);
});

test("a remedy leads to a page of the same environment", () => {
  const subject = {
    place: { tenant: "atr_x", environment: "production" },
    userId: "a-user",
    appId: "an-app",
  };
  const at = (denial: AccessDenial, organization: string | null) =>
    pageOf(remedyOf(denial), subject, organization);
  expect(at("no_role", "org")).toBe("/dashboard/atr_x/production/users/a-user/memberships");
  expect(at("package_unassigned", "org")).toBe(
    "/dashboard/atr_x/production/organizations/org/settings",
  );
  expect(at("organization_unknown", null)).toBe(
    "/dashboard/atr_x/production/users/a-user/memberships",
  );
  expect(at("entitlement_missing", "org")).toBe("/dashboard/atr_x/production/organizations/org");
  expect(at("app_unknown", null)).toBe("/dashboard/atr_x/production/apps");
  expect(at("app_disabled", "org")).toBe("/dashboard/atr_x/production/apps/an-app");
});
