import { z } from "zod";

/** Bodies that may be larger than any other: what their schema takes at the most, in bytes. Kept beside the
 *  schema, so that a list never promises more entries than the door lets in. */
const sizes = z.registry<{ bytes: number }>();

/** What a body with sets of 500 words or keys and 1,000 ids comes to, white space included. */
export const WITH_SETS = 256 * 1024;

/** Gives a body a limit of its own.
 *  @param bytes what the largest body that the schema takes comes to, as JSON without escapes */
export function ofSize<S extends z.ZodType>(schema: S, bytes: number): S {
  sizes.add(schema, { bytes });
  return schema;
}

/** The limit that a body has of its own, in bytes; undefined for most. */
export function ownSize(schema: z.ZodType): number | undefined {
  return sizes.get(schema)?.bytes;
}
