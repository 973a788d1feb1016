import type { Caller } from "@/lib/caller";
import { ServiceError } from "@/lib/errors";
import { bearerOf } from "@/lib/http/bearer";
import { neighbourOf } from "@/lib/http/neighbours";
import { endUserContext } from "@/lib/http/request-context";
import { type Exchange, route } from "@/lib/http/route";
import type { RouteHandler } from "@/lib/http/route-handler";
import { authenticateTenantSecret } from "@/lib/tenants/authenticate-tenant-secret";
import type { Neighbour } from "@/lib/turns";

/** A request-time route that needs the tenant's identity: `X-Tenant-Id` and its secret as the bearer.
 *  @param admit turns the request away before anything is looked up, by throwing */
export function tenantRoute<P = Record<string, never>>(
  handle: (exchange: Exchange<Caller, P>) => Promise<Response>,
  admit: (neighbour: Neighbour) => void = () => {},
): RouteHandler<P> {
  return route(async (request, requestId) => {
    admit(neighbourOf(request));
    return authenticateTenant(request, requestId);
  }, handle);
}

/** The tenant environment a request proves to come from.
 *  @throws ServiceError `unauthenticated`, the same for a wrong id, a wrong secret and a pair that does not match */
export async function authenticateTenant(request: Request, requestId: string): Promise<Caller> {
  const bearer = bearerOf(request);
  const tenantId = request.headers.get("x-tenant-id");
  const found = bearer && tenantId ? await authenticateTenantSecret(tenantId, bearer) : null;
  if (!found)
    throw new ServiceError("unauthenticated", {
      detail: "Send X-Tenant-Id and that tenant's secret as a bearer token.",
    });
  return { ...found, context: endUserContext(request, requestId) };
}
