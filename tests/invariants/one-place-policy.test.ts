import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type PolicyField, policyFieldNames } from "@/lib/core/security-policy/fields";
import { snakeName } from "@/lib/kernel/names";
import { codeFiles } from "@/tools/layers/code-files";

// A field of the security policy is spelled where it is defined. Another file names a field for a rule that
// reads it, and never a list of fields.

const DEFINED = "lib/core/security-policy/fields.ts";

/** Files that use a field, with the reason. */
const USES: Partial<Record<PolicyField, Record<string, string>>> = {
  factorGraceDays: {
    "lib/core/login/factor-facts.ts": "decides when the grace of a user without a factor is over",
  },
  passwordMinLength: {
    "lib/core/account-security/change-password.ts": "refuses a short password",
    "lib/core/contract/security-policy-examples.ts": "shows a change that resets a field",
    "lib/core/password-links/read-password-link.ts": "names the length to the page of the link",
    "lib/core/password-links/redeem-password-link.ts": "refuses a short password",
    "lib/core/users/first-password.ts": "refuses a short password",
  },
};

const texts = codeFiles(/\.tsx?$/)
  .filter((file) => /^(app|cli|emails|host|lib|tools)\//.test(file))
  .filter((file) => !/\.(test|spec|proxy|foreign)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(file, "utf8")] as const);

const spells = (text: string, field: PolicyField) =>
  new RegExp(`\\b(${field}|${snakeName(field)})\\b`).test(text);

test.each(Object.entries(USES) as [PolicyField, Record<string, string>][])(
  "%s is spelled in the table of fields, and by the rules that read it",
  (field, uses) => {
    const found = texts.filter(([, text]) => spells(text, field)).map(([file]) => file);
    expect(found.sort()).toEqual([DEFINED, ...Object.keys(uses)].sort());
  },
);

test("no other file spells half of the fields", () => {
  const half = policyFieldNames.length / 2;
  const lists = texts.filter(
    ([, text]) => policyFieldNames.filter((field) => spells(text, field)).length >= half,
  );
  expect(lists.map(([file]) => file)).toEqual([DEFINED]);
});
