import {
  createIdentitySource,
  type NewIdentitySource,
} from "@/lib/core/external-identities/create-identity-source";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

const PUBLIC_ID = /^atr_[\w-]{16,64}$/;

/** Creates an identity source in one environment of a tenant, whose log receives the audit event.
 *  @param publicId the tenant's (`atr_…`)
 *  @param environment the environment's key
 *  @throws ServiceError `identity_source_tenant_invalid` for an unknown tenant or environment, and for the
 *  platform's own; `identity_source_issuer_duplicate` */
export async function createTenantIdentitySource(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
  { environment, ...input }: NewIdentitySource & { environment: string },
): Promise<IdentitySource> {
  const [tenant, platform] = await Promise.all([
    PUBLIC_ID.test(publicId) ? resolveTenant(publicId) : null,
    readPlatform(),
  ]);
  if (!tenant || tenant.tenantId === platform?.tenantId)
    throw invalid("id: names no tenant that can have an identity source.");
  const { tenantId } = tenant;
  const environments = await inTransaction({ tenantId, environmentId: "" }, listEnvironments);
  const found = environments.find(({ key }) => key === environment);
  if (!found) throw invalid("environment: names no environment of the tenant.");
  const { actor, context } = by;
  const caller = { tenantId, environmentId: found.id, environmentKey: found.key, actor, context };
  return createIdentitySource(caller, input);
}

function invalid(detail: string): ServiceError {
  return new ServiceError("identity_source_tenant_invalid", { detail });
}
