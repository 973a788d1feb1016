import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codeOf, statusOf, titleOf } from "@/lib/core/http/problem";
import { codesOf } from "@/lib/core/http/published-codes";
import type { Description } from "@/lib/core/http/published-description";
import { documentPage } from "@/lib/features/documentation/document";
import { errorPages } from "@/lib/features/documentation/error-pages";
import { refusedWith } from "@/lib/features/documentation/reference/refused-with";
import { namesOf, reasons } from "@/lib/kernel/errors/catalogue";
import { publishedDescription } from "@/tests/support/published-description";
import { withBlocks } from "@/tools/documents/blocks";
import { errorBlocks } from "@/tools/documents/error-blocks";

// Every code that the service can answer has a page, and no page is about anything else.

const description = publishedDescription() as unknown as Description;
const coded = namesOf(reasons).flatMap((reason) => {
  const code = codeOf(reason);
  return code ? [{ code, status: statusOf(reason), title: titleOf(reason) }] : [];
});
const pages = [...errorPages.keys()].map((path) => path.replace("errors/", ""));
const textOf = (code: string) => documentPage(description, `errors/${code}`)?.markdown ?? "";
const errorsOfRefusals = Object.values(reasons).flatMap(({ oauth }) => oauth?.error ?? []);
/** Errors that only the provider answers, by itself or to a browser (RFC 6749 §4.1.2.1, §5.2; RFC 6750 §3.1;
 *  RFC 8707). */
const ofProvider = [
  ...["access_denied", "invalid_scope", "invalid_target", "invalid_token"],
  "insufficient_scope",
  ...["unsupported_grant_type", "unsupported_response_type"],
  // To a device that polls (RFC 8628 §3.5).
  ...["authorization_pending", "slow_down", "expired_token"],
  ...["use_dpop_nonce", "invalid_dpop_proof", "login_required", "invalid_request_uri"],
  ...["request_not_supported", "request_uri_not_supported"],
];

test("the pages are those of the codes that the service answers", () => {
  const codes = new Set([...coded.map(({ code }) => code), ...errorsOfRefusals, ...ofProvider]);
  expect(pages.sort()).toEqual([...codes].sort());
});

test("the description refuses with no other code", () => {
  const codes = [...refusedWith(publishedDescription()).keys()];
  expect(codes.filter((code) => !pages.includes(code))).toEqual([]);
});

const described = Object.values(publishedDescription().paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(
      ([status, answer]) => [`${operationId} ${status}`, status, answer] as const,
    ),
  )
  .filter(([, status]) => status >= "400");

test("every described refusal says its codes, in words as by its schema, or that it has none", () => {
  const { validator, components } = publishedDescription();
  expect(described.length).toBeGreaterThan(1000);
  for (const [name, status, answer] of described) {
    const { description, content = {} } = answer;
    const problem = content["application/problem+json"]?.schema;
    const codes = [...codesOf(answer, components.schemas, "code")];
    if (problem) {
      const mayHaveNone = validator(problem)({ status: Number(status), title: "" });
      const none = mayHaveNone ? [codes.length > 0 ? "or no code" : "no code"] : [];
      expect([name, description.split(": ")[1]?.split(", ").sort()]).toEqual([
        name,
        [...codes, ...none].sort(),
      ]);
    } else if (content["application/json"])
      expect([name, codesOf(answer, components.schemas, "error").size]).not.toEqual([name, 0]);
    // A page is for a person.
    else expect([name, Object.keys(content)]).toEqual([name, ["text/html"]]);
  }
});

test("a code of a problem is described for its own status alone", () => {
  const { schemas } = publishedDescription().components;
  const statusOf = new Map(coded.map(({ code, status }) => [code, String(status)]));
  for (const [name, status, answer] of described)
    for (const code of codesOf(answer, schemas, "code"))
      expect([name, code, statusOf.get(code)]).toEqual([name, code, status]);
});

test.each(pages)("%s says its cause, and what to do", (code) => {
  expect(textOf(code)).toMatch(
    /^# \w+\n\n\*\*\d{3}[\s\S]+\n## Cause\n\n.{20,}[\s\S]*\n## What to do\n\n.{20,}/,
  );
  expect(textOf(code).startsWith(`# ${code}\n`)).toBe(true);
});

test.each(coded)("$code has the status and the title that the service answers", (one) => {
  expect(textOf(one.code)).toContain(`\n**${one.status} ${one.title}.**`);
});

test("the index is made of the catalogue: `npm run generate` writes it", () => {
  const index = readFileSync("docs/ERRORS.md", "utf8");
  expect(withBlocks(index, errorBlocks())).toBe(index);
  const listed = [...index.matchAll(/^\| \[`(\w+)`\]\(\/docs\/errors\/\1\) \| (\d+) \|/gm)];
  expect(listed.map(([, code]) => code).sort()).toEqual(pages.sort());
  for (const [, code = "", status] of listed) expect(textOf(code)).toContain(`**${status}`);
});
