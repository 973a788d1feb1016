import { fieldDescriptions } from "@/lib/core/contract/field-descriptions";

/** A part of the generated description. */
interface Part {
  $ref?: string;
  description?: string;
  name?: string;
  in?: string;
  properties?: Record<string, Part>;
  [other: string]: unknown;
}

/** Adds a description, in place, to every field and parameter whose own schema has none.
 *  @param document a whole description
 *  @returns the texts that were used, and the fields without one: `User.status` */
export function describeFields(document: unknown): { used: Set<string>; missing: string[] } {
  const found = { used: new Set<string>(), missing: [] as string[] };
  const { components, paths } = document as {
    components?: { schemas?: Record<string, Part> };
    paths?: unknown;
  };
  const schemas = components?.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) describe(schema, name, schemas, found);
  describe(paths, "", schemas, found);
  return found;
}

/** @param owner the schema or field that contains `part` */
function describe(
  part: unknown,
  owner: string,
  schemas: Record<string, Part>,
  found: ReturnType<typeof describeFields>,
): void {
  if (typeof part !== "object" || part === null) return;
  if (Array.isArray(part)) {
    for (const one of part) describe(one, owner, schemas, found);
    return;
  }
  const whole = part as Part;
  const { properties, ...rest } = whole;
  if (isParameter(whole)) say(whole, whole.name ?? "", owner, schemas, found);
  for (const [name, field] of Object.entries(properties ?? {})) {
    say(field, name, owner, schemas, found);
    describe(field, name, schemas, found);
  }
  for (const [key, value] of Object.entries(rest))
    if (!isData.has(key)) describe(value, owner, schemas, found);
}

/** Keys that contain values instead of schemas. */
const isData = new Set(["example", "examples", "enum", "const", "default", "required", "headers"]);

const isParameter = (part: Part): boolean =>
  typeof part.in === "string" && typeof part.name === "string";

function say(
  field: Part,
  name: string,
  owner: string,
  schemas: Record<string, Part>,
  found: ReturnType<typeof describeFields>,
): void {
  if (field.description) return;
  const word = [`${owner}.${name}`, name].find((key) => Object.hasOwn(fieldDescriptions, key));
  if (word !== undefined) {
    found.used.add(word);
    field.description = fieldDescriptions[word] ?? "";
  } else if (!describedByName(field, schemas)) found.missing.push(`${owner}.${name}`);
}

/** Whether the field is a named schema, or a choice of such, that has a description itself. A list also
 *  needs a text of its own. */
function describedByName(
  { $ref, anyOf, oneOf, allOf }: Part,
  schemas: Record<string, Part>,
): boolean {
  if ($ref) return Boolean(schemas[$ref.slice($ref.lastIndexOf("/") + 1)]?.description);
  const inner = [anyOf, oneOf, allOf].flat().filter(Boolean) as Part[];
  return inner.some((one) => describedByName(one, schemas));
}
