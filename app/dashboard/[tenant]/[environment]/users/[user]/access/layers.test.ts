import { expect, test } from "vitest";
import { accessLayers } from "@/lib/access/evaluate-access";
import { layerInWords, resultInWords } from "./layers";
import { remedyFor } from "./remedies";

test("every layer of the evaluator is asked and mended in words of its own", () => {
  const words = accessLayers.map(({ denial }) => layerInWords(denial));
  expect(new Set(words.map(({ asks }) => asks)).size).toBe(accessLayers.length);
  for (const [index, { asks, mend }] of words.entries()) {
    expect(asks).not.toBe(accessLayers[index]?.denial);
    expect(mend).toMatch(/\.$/);
  }
});

test("every result has a word and a mark of its own", () => {
  const results = ["passed", "denied", "observed", "skipped", "not_reached"] as const;
  const words = results.map(resultInWords);
  expect(new Set(words.map(({ says }) => says)).size).toBe(results.length);
  expect(new Set(words.map(({ mark }) => mark)).size).toBe(results.length);
});

test("a remedy leads to a page of the same environment", () => {
  const asked = {
    place: { tenant: "atr_x", environment: "production" },
    userId: "a-user",
    appId: "an-app",
  };
  const at = (denial: (typeof accessLayers)[number]["denial"], organization: string | null) =>
    remedyFor(layerInWords(denial).at, asked, organization).href;
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
