import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Description, Schema } from "@/lib/core/http/published-description";

/** The description as `GET /api/v1/openapi.json` answers it, relative to the root: the global setup writes
 *  it. */
export const PUBLISHED = "generated/published/openapi.json";

/** The published description, with a JSON Schema validator that is independent of our code. */
interface Published extends Description {
  validator: (schema: Schema) => ValidateFunction;
}

let read: Published | undefined;

/** Reads the published description, once in a test file. */
export function publishedDescription(): Published {
  read ??= prepared(readFileSync(PUBLISHED, "utf8"));
  return read;
}

function prepared(text: string): Published {
  const document = JSON.parse(text.replaceAll('"#/components/schemas/', '"published#/$defs/'));
  closeObjects(document);
  // What keywords the schemas have is held by a linter (app/api/v1/openapi.json).
  const unchecked = { strict: false, meta: false, validateSchema: false, addUsedSchema: false };
  const ajv = new Ajv2020({ ...unchecked, formats: { binary: true } });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "published", $defs: document.components.schemas });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (schema: Schema) => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile(schema);
    compiled.set(key, known);
    return known;
  };
  return { ...document, validator };
}

/** Closes the objects of the description to further fields, unless they state which others there may be. A
 *  caller has to expect more fields; a test does not. */
function closeObjects(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as Schema;
  if (schema.properties && schema.additionalProperties === undefined)
    schema.additionalProperties = false;
  for (const inner of Object.values(part)) closeObjects(inner);
}
