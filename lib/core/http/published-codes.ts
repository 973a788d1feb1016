import { type Answer, nameOf, type Schema } from "@/lib/core/http/published-description";

/** Fields in which problem documents and OAuth errors carry Atrium's code, and the field in which RFC 6749
 *  has its own. */
export const codeFields = ["code", "error_code", "error"] as const;

type CodeField = (typeof codeFields)[number];

/** Codes that a refusal can carry in one of these fields; empty if its schema lists none.
 *  @param schemas the named ones of the description */
export function codesOf(
  { content }: Answer,
  schemas: Readonly<Record<string, Schema>>,
  field: CodeField,
): Set<string> {
  const media = Object.values(content ?? {});
  return new Set(
    media.flatMap(({ schema }) => [...((schema && valuesOf(schema, schemas, field)) ?? [])]),
  );
}

/** Texts that a schema allows, or allows in a field; null if it allows any. */
function valuesOf(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  field?: CodeField,
): Set<string> | null {
  const { $ref, allOf = [], anyOf, oneOf, properties = {} } = schema;
  const inner = (one: Schema | undefined) => (one ? valuesOf(one, schemas, field) : null);
  const options = (anyOf ?? oneOf)?.map(inner);
  const limits = [
    inner($ref ? schemas[nameOf($ref)] : undefined),
    ...allOf.map(inner),
    options?.every((one) => one !== null) ? new Set(options.flatMap((one) => [...one])) : null,
    field ? (properties[field] ? valuesOf(properties[field], schemas) : null) : ownValues(schema),
  ].filter((limit) => limit !== null);
  const [first, ...others] = limits;
  if (!first) return null;
  return new Set([...first].filter((value) => others.every((limit) => limit.has(value))));
}

function ownValues({ const: only, enum: some = [only] }: Schema): Set<string> | null {
  const texts = some.filter((value) => typeof value === "string");
  return texts.length > 0 ? new Set(texts) : null;
}
