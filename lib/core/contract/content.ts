import type { z } from "zod";
import { NothingBody } from "@/lib/core/contract/nothing";

/** A JSON body with an example of it, which the tests hold against the schema. */
export interface Content<S extends z.ZodType = z.ZodType> {
  schema: S;
  example: z.input<S>;
}

/** A request header that an endpoint reads. */
export interface RequestHeader {
  name: string;
  description: string;
  required?: boolean;
  example?: string;
}

/** A body that a request carries. */
export interface BodyContent<S extends z.ZodType = z.ZodType> extends Content<S> {
  /** Whether it may be left out, which then reads as `{}`. */
  optional?: boolean;
}

/** A body of one JSON object a line (NDJSON), which is read while it arrives. The schema is a line's. */
export interface LinesContent<S extends z.ZodType = z.ZodType> extends Content<S> {
  /** How many bytes all lines may have. */
  most: number;
}

/** The media type of such a body, and of such an answer. */
export const NDJSON = "application/x-ndjson";

/** A body of this schema, with an example that the compiler checks. */
export function content<S extends z.ZodType>(schema: S, example: z.input<S>): Content<S> {
  return { schema, example };
}

/** The same for a body that may be left out. */
export function optional<S extends z.ZodType>(schema: S, example: z.input<S>): BodyContent<S> {
  return { schema, example, optional: true };
}

/** The body of a call that takes none. */
export const noBody = optional(NothingBody, {});
