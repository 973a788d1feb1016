import type { z } from "zod";
import { NothingBody } from "@/lib/core/contract/nothing";

/** A JSON body with an example, which the tests check against the schema. */
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
  /** Whether the body may be omitted; it is then read as `{}`. */
  optional?: boolean;
}

/** A body of one JSON object per line (NDJSON), parsed while it arrives. The schema describes one line. */
export interface LinesContent<S extends z.ZodType = z.ZodType> extends Content<S> {
  /** Largest total size of all lines, in bytes. */
  most: number;
}

/** Media type of NDJSON bodies and answers. */
export const NDJSON = "application/x-ndjson";

/** Declares a body of this schema, with an example that the compiler checks. */
export function content<S extends z.ZodType>(schema: S, example: z.input<S>): Content<S> {
  return { schema, example };
}

/** Like `content`, for a body that may be omitted. */
export function optional<S extends z.ZodType>(schema: S, example: z.input<S>): BodyContent<S> {
  return { schema, example, optional: true };
}

/** Body of a call that takes none. */
export const noBody = optional(NothingBody, {});
