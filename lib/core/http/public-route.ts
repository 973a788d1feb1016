import type { z } from "zod";
import type { CamelKeys } from "@/lib/core/contract/names";
import { handleInPlane } from "@/lib/core/http/framed";
import { NoQuery, readQuery } from "@/lib/core/http/query";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import type { Plane } from "@/lib/kernel/process/plane-capacity";

/** An unauthenticated route that is no endpoint of the JSON planes: pages, scripts, health, and documents
 *  that standards define. It takes no query.
 *  @param plane `outside` for routes that must answer under any load */
export function publicRoute<P = Record<string, never>>(
  handle: (exchange: { params: P; request: Request }) => Promise<Response>,
  plane: Extract<Plane, "public" | "outside"> = "public",
): RouteHandler<P> {
  return publicQueryRoute<typeof NoQuery, P>(NoQuery, handle, plane);
}

/** Like `publicRoute`, with a query.
 *  @param query any other parameter is a 400 that names it */
export function publicQueryRoute<Q extends z.ZodObject, P = Record<string, never>>(
  query: Q,
  handle: (exchange: {
    params: P;
    query: CamelKeys<z.output<Q>>;
    request: Request;
  }) => Promise<Response>,
  plane: Extract<Plane, "public" | "outside"> = "public",
): RouteHandler<P> {
  return (request, context) =>
    handleInPlane(request, plane, async () => {
      const params = await context.params;
      return handle({ params, query: readQuery(request, query), request });
    });
}
