import { framed } from "@/lib/http/framed";
import { NoQuery, readQuery } from "@/lib/http/query";
import type { RouteHandler } from "@/lib/http/route-handler";
import type { Plane } from "@/lib/process/plane-capacity";

/** A route that anybody may call and that is no endpoint of the JSON planes: pages, scripts, health, and documents that
 *  standards describe. It takes no query.
 *  @param plane `outside` for what has to answer in any flood */
export function publicRoute<P = Record<string, never>>(
  handle: (exchange: { params: P; request: Request }) => Promise<Response>,
  plane: Extract<Plane, "public" | "outside"> = "public",
): RouteHandler<P> {
  return (request, context) =>
    framed(request, plane, async () => {
      const params = await context.params;
      readQuery(request, NoQuery);
      return handle({ params, request });
    });
}
