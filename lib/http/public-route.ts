import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";

/** A route that anybody may call.
 *  @param plane `outside` for what has to answer in any flood */
export function publicRoute<P = Record<string, never>>(
  handle: (exchange: Exchange<{ requestId: string }, P>) => Promise<Response>,
  plane: "public" | "outside" = "public",
): RouteHandler<P> {
  return route(async (_request, requestId) => ({ requestId }), handle, { plane });
}
