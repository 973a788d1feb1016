import { expect, test } from "vitest";
import { catalogs } from "@/app/dashboard/_words/catalogs";
import { locales } from "@/i18n/locales";
import { dangerousScopes, selectableScopes } from "@/lib/core/credentials/scopes";
import { scopesByResource } from "./scope-catalogue";

test.each(locales)(
  "in %s, every scope says what it allows, and exactly the dangerous ones warn",
  (locale) => {
    const groups = scopesByResource("product_runtime", catalogs[locale].connections.credentials);
    const scopes = groups.flatMap((group) => group.scopes);
    expect(new Set(scopes.map(({ scope }) => scope))).toEqual(
      new Set(selectableScopes("product_runtime")),
    );
    expect(groups.map(({ name }) => name)).not.toContain(undefined);
    for (const { scope, allows, danger } of scopes) {
      expect(allows, scope).toBeTruthy();
      if (dangerousScopes.has(scope)) expect(danger, scope).toBeTruthy();
      else expect(danger, scope).toBeNull();
    }
  },
);

test("the scope that deletes users is marked as dangerous", () => {
  expect(dangerousScopes).toContain("users:write");
});

test("warnings are for dangerous scopes alone", () => {
  expect(new Set(Object.keys(catalogs.en.connections.credentials.danger))).toEqual(dangerousScopes);
});
