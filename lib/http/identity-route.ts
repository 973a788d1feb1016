import type { Caller } from "@/lib/caller";
import type { Scope } from "@/lib/credentials/scopes";
import { authenticateMachine } from "@/lib/http/authenticate-machine";
import { bearerOf } from "@/lib/http/bearer";
import { endUserContext } from "@/lib/http/request-context";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";
import { authenticateTenant } from "@/lib/http/tenant-route";

/** A route that takes the tenant's own identity, or a machine token that holds `scope` (contract, Who may
 *  call what). The bearer's prefix says which of the two the caller means. */
export function identityRoute(
  scope: Scope,
  handle: (exchange: Exchange<Caller, Record<string, never>>) => Promise<Response>,
): RouteHandler<Record<string, never>> {
  return route(async (request, requestId) => {
    if (bearerOf(request)?.startsWith("alcs_")) return authenticateTenant(request, requestId);
    const caller = await authenticateMachine(request, requestId, scope);
    return { ...caller, context: endUserContext(request, requestId) };
  }, handle);
}
