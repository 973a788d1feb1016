import { z } from "zod";
import { ConfigurationFile } from "@/lib/features/configuration/contract/tenant-configuration";

type Schema = Record<string, unknown>;

/** Schema of a variable in place of a value. */
const VARIABLE: Schema = { type: "string", pattern: "\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}" };

/** JSON Schema (2020-12) of a configuration file, for editors. */
export function configurationSchema(): Schema {
  const schema = z.toJSONSchema(ConfigurationFile, { io: "input", reused: "inline" });
  return withVariables(schema as Schema, true);
}

/** Adds to a schema that every value may be a variable. Exceptions are the version, and objects. */
function withVariables(schema: Schema, isRoot = false): Schema {
  const { properties, additionalProperties, items, anyOf, propertyNames, ...rest } = schema;
  const inside = {
    ...rest,
    ...(isSchema(properties) && { properties: each(properties, withVariables) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: isSchema(additionalProperties)
            ? withVariables(additionalProperties)
            : additionalProperties,
        }),
    ...(isSchema(items) && { items: withVariables(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one: Schema) => withVariables(one)) }),
    ...(isSchema(propertyNames) && { propertyNames: { anyOf: [propertyNames, VARIABLE] } }),
  };
  const isSpelledOut = isRoot || "const" in rest || rest.type === "object" || rest.type === "null";
  if (isSpelledOut || Array.isArray(anyOf)) return inside;
  const { description, ...value } = inside as Schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [value, VARIABLE] };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function each(schemas: Schema, change: (schema: Schema) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, change(schema as Schema)]),
  );
}
