import type { z } from "zod";
import { answer } from "@/lib/core/http/answers";
import type { Declared } from "@/lib/core/http/operation";
import { publicJson } from "@/lib/core/http/public-json";
import { publicRoute } from "@/lib/core/http/public-route";
import type { RouteHandler } from "@/lib/core/http/route-handler";

type Handler = RouteHandler<Record<string, never>> & { declared: Declared };
type Described = Pick<Declared, "id" | "tag" | "summary" | "description">;

/** Declares what anyone may GET outside of the JSON planes, with its place in the API description.
 *  @param limit counts its requests, before anything is looked up */
export function publicEndpoint({
  read,
  limit,
  ...described
}: Described &
  Pick<Declared, "refusals" | "responses"> & {
    answers?: Declared["answers"];
    limit?: ((request: Request) => Promise<void>) | undefined;
    read: () => Response | Promise<Response>;
  }): Handler {
  const handle = publicRoute(
    async ({ request }) => {
      await limit?.(request);
      return read();
    },
    limit ? "public" : "outside",
  );
  const isCounted = limit !== undefined;
  const declared = { answers: {}, ...described, isCounted, caller: "anyone" } as const;
  return Object.assign(handle, { declared });
}

/** Declares a public JSON document, as `publicEndpoint` does.
 *  @param maxAgeSeconds how long a reader may cache it */
export function publicDocument<S extends z.ZodType>({
  schema,
  example,
  answer: meaning = "The document.",
  maxAgeSeconds,
  read,
  ...described
}: Described & {
  schema: S;
  example: z.input<S>;
  answer?: string;
  maxAgeSeconds: number;
  limit?: (request: Request) => Promise<void>;
  read: () => z.output<S> | Promise<z.output<S>>;
}): Handler {
  return publicEndpoint({
    ...described,
    answers: { ok: answer(schema, example, meaning) },
    read: async () => publicJson(await read(), maxAgeSeconds),
  });
}
