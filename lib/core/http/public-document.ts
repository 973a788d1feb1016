import type { RouteConfig } from "@asteasolutions/zod-to-openapi";
import type { z } from "zod";
import { problemsFor } from "@/lib/core/http/openapi-problems";
import type { Tag } from "@/lib/core/http/openapi-tags";

/** Refusals of a public document (`publicRoute`). */
export const documentRefusals = problemsFor([
  "malformed",
  "internal",
  "service_overloaded",
  "unavailable",
]);

/** Describes a public JSON document that is read by GET. */
export function publicDocument(document: {
  path: string;
  id: string;
  tag: Tag;
  summary: string;
  description: string;
  schema: z.ZodType;
  example: unknown;
}): RouteConfig {
  const { path, id, tag, summary, description, schema, example } = document;
  return {
    method: "get",
    path,
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: [],
    responses: {
      200: {
        description: "The document.",
        content: { "application/json": { schema, example } },
      },
      ...documentRefusals,
    },
  };
}
