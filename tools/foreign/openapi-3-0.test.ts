import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/core/http/openapi";
import { described } from "@/tests/support/operations";
import { asOpenApi30 } from "./openapi-3-0";

test("what may be null says so in the words of 3.0", () => {
  const schema = asOpenApi30({
    a: { type: ["string", "null"], format: "uuid" },
    b: { anyOf: [{ $ref: "#/x" }, { type: "null" }] },
    c: { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    d: { enum: ["a", null] },
    e: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }], description: "E" },
  });
  expect(schema).toEqual({
    openapi: "3.0.3",
    a: { type: "string", format: "uuid", nullable: true },
    b: { allOf: [{ $ref: "#/x" }], nullable: true },
    c: { oneOf: [{ type: "string" }, { type: "integer" }], nullable: true },
    d: { type: "string", enum: ["a"], nullable: true },
    e: { type: "string", minLength: 1, nullable: true, description: "E" },
  });
});

test("constants, bounds and several types are said as far as 3.0 can, and examples stay as they are", () => {
  const example = { type: ["string", "null"], const: 1 };
  expect(
    asOpenApi30({
      a: { const: "one" },
      b: { type: "integer", exclusiveMinimum: 0 },
      c: { type: ["string", "integer"] },
      d: { schema: { type: "object", properties: { type: { type: "string" } } }, example },
    }),
  ).toEqual({
    openapi: "3.0.3",
    a: { type: "string", enum: ["one"] },
    b: { type: "integer", minimum: 0, exclusiveMinimum: true },
    c: {},
    d: { schema: { type: "object", properties: { type: { type: "string" } } }, example },
  });
});

test("nothing of the description is left that 3.0 does not know", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(described)));
  const text = JSON.stringify(asOpenApi30(document), (name, value) =>
    name === "example" ? undefined : value,
  );
  expect(text).not.toMatch(/"type":\["|"const":|"type":"null"|"exclusiveMinimum":\d/);
  expect(text).toContain('"nullable":true');
});
