import { beforeAll, expect, test } from "vitest";
import { fieldDescriptions } from "@/lib/core/contract/field-descriptions";
import { generatedDocument, openApiDocument } from "@/lib/core/http/openapi";
import { describeFields } from "@/lib/core/http/openapi-fields";
import { described } from "@/tests/support/operations";

// A client's types and the reference are generated from the description: every part of it needs words.

interface Described {
  paths: Record<string, Record<string, { description?: string; summary?: string }>>;
}

let found: ReturnType<typeof describeFields>;
beforeAll(() => {
  found = describeFields(generatedDocument(described));
});

test("every field and parameter of the description is described", () => {
  expect([...new Set(found.missing)]).toEqual([]);
});

test("every word for a field is used", () => {
  expect(Object.keys(fieldDescriptions).filter((name) => !found.used.has(name))).toEqual([]);
});

test("every operation says in a sentence more than its name", () => {
  const { paths } = openApiDocument(described) as unknown as Described;
  const silent = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { description = "" }]) => !/\.$/.test(description.trim()))
      .map(([method]) => `${method} ${path}`),
  );
  expect(silent).toEqual([]);
});
