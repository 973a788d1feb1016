import { z } from "zod";

/** Largest sizes, in bytes, of the bodies that may exceed the usual limit, by schema. The size is set beside
 *  the schema, so that a list never promises more entries than the size limit admits. */
const sizes = z.registry<{ bytes: number }>();

/** Largest body with sets of 500 words or keys and 1,000 ids, white space included, in bytes. */
export const WITH_SETS = 256 * 1024;

/** Sets a body's own size limit.
 *  @param bytes size of the largest body that the schema takes, as JSON without escapes */
export function ofSize<S extends z.ZodType>(schema: S, bytes: number): S {
  sizes.add(schema, { bytes });
  return schema;
}

/** Own size limit of a body, in bytes; undefined for most schemas. */
export function ownSize(schema: z.ZodType): number | undefined {
  return sizes.get(schema)?.bytes;
}
