import { brandingFor } from "@/app/(hosted)/_request/interaction";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import type { Branding } from "@/lib/tenants/branding";
import { listEnvironments } from "@/lib/tenants/environment-store";
import { resolveTenant } from "@/lib/tenants/tenant-store";

/** An environment that a page's address names by its tenant. */
export interface NamedEnvironment {
  scope: TenantScope;
  environmentKey: string;
}

/** The environments of the tenant with this public id, production first; none for one that is unknown or
 *  disabled. */
export async function environmentsOf(publicId: string): Promise<NamedEnvironment[]> {
  const tenant = /^atr_[A-Za-z0-9_-]{1,80}$/.test(publicId) ? await resolveTenant(publicId) : null;
  if (tenant?.status !== "active") return [];
  const { tenantId } = tenant;
  // The transaction is bound to the tenant; no environment is chosen yet.
  const environments = await inTenant({ tenantId, environmentId: "" }, listEnvironments);
  return environments.map(({ id, key }) => ({
    scope: { tenantId, environmentId: id },
    environmentKey: key,
  }));
}

/** How a tenant's pages look, or null when the address names none. */
export async function brandingOfTenant(publicId: string): Promise<Branding | null> {
  const [first] = await environmentsOf(publicId);
  return first ? brandingFor(first.scope) : null;
}
