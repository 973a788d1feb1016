import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import type { Actor, Caller, RequestContext } from "@/lib/kernel/caller";
import { missing } from "@/lib/kernel/errors";

/** Returns an operator as the caller of a use case in one environment of a tenant, whose log records it.
 *  @throws ServiceError `missing` for an unknown tenant or environment, and for the platform's own */
export async function callerInTenant(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
  environmentKey: string,
): Promise<Caller> {
  return inOperatedTenant(publicId, async (db) => {
    const environments = await listEnvironments(db);
    const environment = environments.find(({ key }) => key === environmentKey);
    if (!environment) throw missing();
    return {
      tenantId: db.tenantId,
      environmentId: environment.id,
      environmentKey,
      actor: by.actor,
      context: by.context,
    };
  });
}
