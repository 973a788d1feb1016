import type { MachineCaller } from "@/lib/caller";
import type { Scope } from "@/lib/credentials/scopes";
import { authenticateMachine } from "@/lib/http/authenticate-machine";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";
import { takeManagementRequest } from "@/lib/rate-limits/request-limits";

/** A route of the management plane: a machine token with this scope, and the credential's request limit.
 *  Authentication, then scope, then the body: a caller who may not ask learns nothing else. */
export function managementRoute<P = Record<string, never>>(
  scope: Scope,
  handle: (exchange: Exchange<MachineCaller, P>) => Promise<Response>,
): RouteHandler<P> {
  return route(async (request, requestId) => {
    const caller = await authenticateMachine(request, requestId, scope);
    await takeManagementRequest(caller.credentialId);
    return caller;
  }, handle);
}
