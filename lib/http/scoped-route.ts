import type { z } from "zod";
import type { MachineCaller } from "@/lib/caller";
import type { Scope } from "@/lib/credentials/scopes";
import { authenticateMachine } from "@/lib/http/authenticate-machine";
import type { NoQuery } from "@/lib/http/query";
import { endUserContext } from "@/lib/http/request-context";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";

/** A request-time route that needs a machine token with a runtime scope. The end user's address and agent
 *  are taken from the backend's headers.
 *  @param query the query parameters it takes; none without */
export function scopedRoute<P = Record<string, never>, Q extends z.ZodObject = typeof NoQuery>(
  scope: Scope,
  handle: (exchange: Exchange<MachineCaller, P, Q>) => Promise<Response>,
  query?: Q,
): RouteHandler<P> {
  return route(
    async (request, requestId) => {
      const caller = await authenticateMachine(request, requestId, scope);
      return { ...caller, context: endUserContext(request, requestId) };
    },
    handle,
    { query },
  );
}
