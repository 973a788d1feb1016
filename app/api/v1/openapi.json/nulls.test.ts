import { expect, test } from "vitest";
import { z } from "zod";
import { bareSchema } from "@/lib/core/contract/absent-nulls";
import type { Content } from "@/lib/core/contract/content";
import { readJson } from "@/lib/core/http/body";
import { openApiDocument } from "@/lib/core/http/openapi";
import { UserImportLine, validateLine } from "@/lib/features/migration/contract/user-import";
import { userImportExamples } from "@/lib/features/migration/contract/user-import-examples";
import { described, operations } from "@/tests/support/operations";
import { publishedDescription } from "@/tests/support/published-description";

// An optional member may be null instead of absent, in every body, and the description says so. A member
// whose null has a meaning is described as nullable by its own schema.

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];
type Path = readonly (string | number)[];
type Value = Record<string | number, unknown>;

const document = JSON.parse(
  JSON.stringify(openApiDocument(described)).replaceAll("#/components/schemas/", "#/$defs/"),
);
const published = (schema: object) =>
  z.fromJSONSchema({ ...schema, $defs: document.components.schemas } as JsonSchema);

/** Returns the path of each optional member of the objects in a body, present or not. */
function optionalMembers(schema: z.ZodType, value: unknown, at: Path = []): Path[] {
  const known = bareSchema(schema);
  if (known instanceof z.ZodDiscriminatedUnion)
    return known.options.flatMap((one) =>
      (one as z.ZodType).safeParse(value).success
        ? optionalMembers(one as z.ZodType, value, at)
        : [],
    );
  if (known instanceof z.ZodArray)
    return (value as unknown[]).flatMap((one, index) =>
      optionalMembers(known.element as z.ZodType, one, [...at, index]),
    );
  if (!(known instanceof z.ZodObject)) return [];
  return Object.entries(known.shape).flatMap(([name, member]) => {
    const inner = (value as Value)[name];
    const own = (member as z.ZodType).safeParse(undefined).success ? [[...at, name]] : [];
    return inner == null
      ? own
      : [...own, ...optionalMembers(member as z.ZodType, inner, [...at, name])];
  });
}

/** Returns the value with a member set to null, or without the member. */
function having(value: unknown, [step, ...rest]: Path, as: "null" | "absent"): unknown {
  const copy = structuredClone(value) as Value;
  if (step === undefined) return copy;
  if (rest.length > 0) copy[step] = having(copy[step], rest, as);
  else if (as === "null") copy[step] = null;
  else delete copy[step];
  return copy;
}

/** Whether the schema of a member accepts null itself, which then has a meaning. */
function means(schema: z.ZodType, value: unknown, at: Path): boolean {
  const before = schema.safeParse(having(value, at, "null"));
  const absent = schema.safeParse(having(value, at, "absent"));
  return before.success && JSON.stringify(before.data) !== JSON.stringify(absent.data);
}

async function answerTo(schema: z.ZodType, body: unknown): Promise<unknown> {
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return readJson(request, schema).catch((error: Error) => String(error));
}

const bodies = operations.flatMap(({ method, path, body }) =>
  body
    ? [[`${method} ${path}`, body as Content, document.paths[path][method.toLowerCase()]] as const]
    : [],
);

test.each(bodies)("%s: null for an optional member is its absence", async (_, body, described) => {
  const { schema, example } = body;
  const documented = published(described.requestBody.content["application/json"].schema);
  for (const at of optionalMembers(schema, example)) {
    const [withNull, without] = [having(example, at, "null"), having(example, at, "absent")];
    if (!means(schema, example, at))
      expect(await answerTo(schema, withNull), at.join(".")).toEqual(
        await answerTo(schema, without),
      );
    expect([at, documented.safeParse(withNull).success], "what the description says").toEqual([
      at,
      documented.safeParse(without).success,
    ]);
  }
});

test("null for an optional member of an import's line is its absence", () => {
  const schema = document.components.schemas.UserImportLine;
  const members = optionalMembers(UserImportLine, userImportExamples.line);
  expect(members.length).toBeGreaterThan(5);
  for (const at of members) {
    const [withNull, without] = (["null", "absent"] as const).map((as) =>
      having(userImportExamples.line, at, as),
    );
    expect(validateLine(1, withNull), at.join(".")).toEqual(validateLine(1, without));
    expect(published(schema).safeParse(withNull).error).toBeUndefined();
  }
});

test("every member that the description calls nullable accepts null", () => {
  const { validator, paths, components } = publishedDescription();
  const found: object[] = [];
  const look = (part: unknown) => {
    if (typeof part !== "object" || part === null) return;
    const { allOf, anyOf, oneOf, type } = part as Record<string, unknown>;
    const says = [allOf, anyOf, oneOf]
      .flat()
      .some((one) => [Object(one).type].flat().includes("null"));
    if (says || (Array.isArray(type) && type.includes("null"))) found.push(part);
    for (const inner of Object.values(part)) look(inner);
  };
  look([paths, components]);
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((schema) => !validator(schema)(null))).toEqual([]);
});

test("no schema is both a body's and an answer's: a member may be nullable in the one and not in the other", () => {
  const reached = (part: unknown, names: Set<string>): Set<string> => {
    if (typeof part !== "object" || part === null) return names;
    for (const [key, inner] of Object.entries(part)) {
      const name = key === "$ref" ? String(inner).split("/").at(-1) : undefined;
      if (name === undefined) reached(inner, names);
      else if (!names.has(name)) reached(document.components.schemas[name], names.add(name));
    }
    return names;
  };
  const methods = Object.values(document.paths).flatMap((one) => Object.values(one as object));
  const sent = reached(
    methods.map(({ requestBody }) => requestBody),
    new Set(),
  );
  const answered = reached(
    methods.map(({ responses }) => responses),
    new Set(),
  );
  expect([...sent].filter((name) => answered.has(name))).toEqual([]);
});
