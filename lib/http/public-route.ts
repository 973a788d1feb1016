import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";

/** A route that anybody may call. */
export function publicRoute<P = Record<string, never>>(
  handle: (exchange: Exchange<{ requestId: string }, P>) => Promise<Response>,
): RouteHandler<P> {
  return route(async (_request, requestId) => ({ requestId }), handle, { plane: "public" });
}
