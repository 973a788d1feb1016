type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Schema = Record<string, Json>;

/** Keywords of JSON Schema that OpenAPI 3.0 does not know, and that do not affect types. */
const UNKNOWN = ["$schema", "examples", "propertyNames", "contentMediaType", "contentEncoding"];

/** Converts the description to OpenAPI 3.0, for generators that know no newer ones. Types that 3.0 can't
 *  express (several at once) become any value. */
export function asOpenApi30(document: Schema): Schema {
  return { ...(rewritten(document) as Schema), openapi: "3.0.3" };
}

function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.map(rewritten);
  if (value === null || typeof value !== "object") return value;
  const inside = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isData(name) ? part : rewritten(part)]),
  );
  return isSchema(inside) ? schemaIn30(inside) : inside;
}

/** Keys whose values are data, which look like schemas when a field of theirs is called `type`. */
const isData = (name: string) => ["example", "default", "enum", "const"].includes(name);

const isSchema = (value: Schema) =>
  [value.type, value.anyOf, value.oneOf, value.const, value.enum].some((part) => {
    return part !== undefined && (typeof part !== "object" || Array.isArray(part));
  });

function schemaIn30(schema: Schema): Schema {
  const known = Object.fromEntries(
    Object.entries(schema).filter(([name]) => !UNKNOWN.includes(name)),
  );
  return unionIn30(boundsIn30(constantIn30(typeIn30(known))));
}

function typeIn30({ type, ...rest }: Schema): Schema {
  if (!Array.isArray(type)) return type === undefined ? rest : { ...rest, type };
  const named = type.filter((one) => one !== "null");
  return {
    ...rest,
    ...(named.length === 1 ? { type: named[0] as Json } : {}),
    ...(named.length < type.length ? { nullable: true } : {}),
  };
}

function constantIn30(schema: Schema): Schema {
  const { const: only, ...rest } = schema;
  const values = only === undefined ? rest.enum : [only];
  if (!Array.isArray(values)) return schema;
  const named = values.filter((one) => one !== null);
  return {
    ...rest,
    enum: named,
    ...(named.length < values.length ? { nullable: true } : {}),
    ...(rest.type === undefined ? { type: typeof named[0] } : {}),
  };
}

function boundsIn30(schema: Schema): Schema {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  return {
    ...rest,
    ...(typeof above === "number" ? { minimum: above, exclusiveMinimum: true } : {}),
    ...(typeof below === "number" ? { maximum: below, exclusiveMaximum: true } : {}),
  };
}

function unionIn30(schema: Schema): Schema {
  for (const kind of ["anyOf", "oneOf"]) {
    const options = schema[kind];
    if (!Array.isArray(options)) continue;
    const named = options.filter((one) => Object(one).type !== "null");
    if (named.length === options.length) continue;
    const { [kind]: _, ...rest } = schema;
    const [only] = named;
    if (named.length > 1) return { ...rest, [kind]: named, nullable: true };
    if (Object(only).$ref) return { ...rest, allOf: named, nullable: true };
    return { ...rest, ...(only as Schema), nullable: true };
  }
  return schema;
}
