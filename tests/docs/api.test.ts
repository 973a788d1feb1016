import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accessLayers } from "@/lib/core/access/evaluate-access";
import { auditKinds } from "@/lib/core/audit/audit-kinds";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { limitDescriptions } from "@/lib/kernel/config/limit-descriptions";
import { type Limits, limitsSchema, limitVariable } from "@/lib/kernel/config/limits";

const page = readFileSync("docs/API.md", "utf8");

test("the documentation has every limit with its variable, its default and what it limits", () => {
  const defaults = limitsSchema.parse({});
  const rows = (Object.keys(defaults) as (keyof Limits)[]).map(
    (name) => `| \`${limitVariable(name)}\` | ${defaults[name]} | ${limitDescriptions[name]} |`,
  );
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

test("the documentation has every kind of audit event and every scope", () => {
  const words = [...auditKinds, ...managementScopes, ...runtimeScopes];
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});

test("the documentation has the layers of access in their order", () => {
  const listed = [...page.matchAll(/^\| \d+ \| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(listed).toEqual(accessLayers.map(({ denial }) => denial));
});
