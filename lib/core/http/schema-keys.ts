import { z } from "zod";
import { bareSchema } from "@/lib/core/contract/absent-nulls";

/** Names that an object may have at a place of a value, by the schema of the whole; none when the place is no
 *  object or may be one of several. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let found = bareSchema(schema);
  for (const step of path) {
    const inner = innerOf(found, step);
    if (!inner) return [];
    found = bareSchema(inner);
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function innerOf(schema: z.ZodType, step: PropertyKey): z.ZodType | null {
  if (schema instanceof z.ZodObject)
    return Object.hasOwn(schema.shape, step) ? (schema.shape[String(step)] as z.ZodType) : null;
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  return null;
}
