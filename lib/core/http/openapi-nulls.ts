import { NDJSON } from "@/lib/core/contract/content";

/** A schema of the generated description. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The part of a description that has bodies. */
interface Described {
  components?: { schemas?: Record<string, Schema> };
  paths?: Record<
    string,
    Record<string, { requestBody?: { content?: Record<string, { schema?: Schema }> } }>
  >;
}

/** Marks each optional member of a JSON body as nullable (`withoutNulls`), and each named schema that
 *  may be null, in place. */
export function describeNulls(document: unknown): void {
  const { components = {}, paths = {} } = document as Described;
  const named = components.schemas ?? {};
  joinNulls(document);
  const seen = new Set<Schema>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const type of ["application/json", NDJSON]) {
      const schema = operation.requestBody?.content?.[type]?.schema;
      if (schema) letBeNull(schema, named, seen);
    }
}

/** The generator writes a nullable named schema as an `allOf` of the schema and null, which no value
 *  matches. */
function joinNulls(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as Schema;
  const refs = Array.isArray(schema.allOf) ? schema.allOf.filter(({ $ref }) => $ref) : [];
  if (refs.length > 0 && schema.allOf?.some(({ type }) => type?.includes("null"))) {
    const { description = schema.allOf.find((one) => one.description)?.description } = schema;
    delete schema.allOf;
    Object.assign(schema, orNull(refs.length === 1 ? (refs[0] ?? {}) : { allOf: refs }), {
      ...(description === undefined ? {} : { description }),
    });
  }
  for (const inner of Object.values(part)) joinNulls(inner);
}

function letBeNull(schema: Schema, named: Record<string, Schema>, seen: Set<Schema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { $ref, properties = {}, required = [], items, additionalProperties } = schema;
  const inner = $ref ? named[$ref.slice($ref.lastIndexOf("/") + 1)] : undefined;
  const others = [
    inner,
    items,
    additionalProperties,
    schema.allOf,
    schema.anyOf,
    schema.oneOf,
  ].flat();
  for (const one of others) if (typeof one === "object") letBeNull(one, named, seen);
  for (const [name, member] of Object.entries(properties)) {
    letBeNull(member, named, seen);
    if (!required.includes(name)) properties[name] = nullable(member);
  }
}

function nullable(schema: Schema): Schema {
  const { description, ...rest } = schema;
  if (takesNull(rest)) return schema;
  if (rest.type === undefined || rest.const !== undefined)
    return { ...orNull(rest), ...(description === undefined ? {} : { description }) };
  return {
    ...schema,
    type: [rest.type, "null"].flat(),
    ...(rest.enum ? { enum: [...rest.enum, null] } : {}),
  };
}

function orNull(schema: Schema): Schema {
  const { anyOf = [schema] } = schema;
  return { anyOf: [...anyOf, { type: "null" }] };
}

/** Whether a schema allows null, or any value. */
function takesNull(schema: Schema): boolean {
  const { type, anyOf, oneOf } = schema;
  if (type !== undefined) return [type].flat().includes("null");
  const options = anyOf ?? oneOf;
  return options ? options.some(takesNull) : Object.keys(schema).length === 0;
}
