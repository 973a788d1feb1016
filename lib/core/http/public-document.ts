import type { z } from "zod";
import { answer } from "@/lib/core/http/answers";
import type { Tag } from "@/lib/core/http/openapi-tags";
import type { Declared } from "@/lib/core/http/operation";
import { publicJson } from "@/lib/core/http/public-json";
import { publicRoute } from "@/lib/core/http/public-route";
import type { RouteHandler } from "@/lib/core/http/route-handler";

/** Declares a public JSON document outside of the JSON planes, which GET reads, with its place in the API
 *  description.
 *  @param maxAgeSeconds how long a reader may cache it */
export function publicDocument<S extends z.ZodType>(document: {
  id: string;
  tag: Tag;
  summary: string;
  description: string;
  schema: S;
  example: z.input<S>;
  maxAgeSeconds: number;
  read: () => z.output<S>;
}): RouteHandler<Record<string, never>> & { declared: Declared } {
  const { id, tag, summary, description, schema, example, maxAgeSeconds, read } = document;
  const handle = publicRoute(async () => publicJson(read(), maxAgeSeconds), "outside");
  const answers = { ok: answer(schema, example, "The document.") };
  const declared = { id, tag, summary, description, answers, isCounted: false } as const;
  return Object.assign(handle, { declared: { ...declared, caller: "anyone" as const } });
}
