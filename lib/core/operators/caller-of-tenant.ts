import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { keyOfEnvironment } from "@/lib/core/tenants/environment-store";
import type { Actor, Caller, RequestContext } from "@/lib/kernel/caller";

/** Returns an operator as the caller of a use case that concerns a whole tenant. It is recorded in the log
 *  of the tenant's first environment, production before others.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export function callerOfTenant(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
): Promise<Caller> {
  return inOperatedTenant(publicId, async (db) => ({
    tenantId: db.tenantId,
    environmentId: db.environmentId,
    environmentKey: await keyOfEnvironment(db),
    actor: by.actor,
    context: by.context,
  }));
}
