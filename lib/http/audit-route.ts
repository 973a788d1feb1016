import type { MachineCaller } from "@/lib/caller";
import { authenticateMachine } from "@/lib/http/authenticate-machine";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";
import { takeAuditRequest } from "@/lib/rate-limits/request-limits";

/** The route that takes a product's audit events: its scope, and a limit of its own, so that a busy
 *  product does not use up what its provisioning needs. */
export function auditRoute(
  handle: (exchange: Exchange<MachineCaller, Record<string, never>>) => Promise<Response>,
): RouteHandler<Record<string, never>> {
  return route(async (request, requestId) => {
    const caller = await authenticateMachine(request, requestId, "audit:write");
    await takeAuditRequest(caller.credentialId);
    return caller;
  }, handle);
}
