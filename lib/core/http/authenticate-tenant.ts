import { bearerOf } from "@/lib/core/http/bearer";
import { endUserContext } from "@/lib/core/http/request-context";
import { authenticateTenantSecret } from "@/lib/core/tenants/authenticate-tenant-secret";
import type { Caller } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Authenticates a tenant environment by `X-Tenant-Id` and its secret as the bearer token.
 *  @throws ServiceError `unauthenticated`, the same for a wrong id, a wrong secret and a
 *    pair that does not match */
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
