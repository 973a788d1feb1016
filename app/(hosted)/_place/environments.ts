import type { Branding } from "@/lib/core/branding/branding";
import { readBranding } from "@/lib/core/branding/branding-store";
import type { NamedPlace } from "@/lib/core/oidc/applications/own-client";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Environment that a page's address names. */
export interface NamedEnvironment {
  scope: TenantScope;
  environmentKey: string;
}

/** Tenant that a page's address names: its branding, and the environments that may be meant (the named one,
 *  else all of the tenant's, production first). */
export interface NamedTenant {
  branding: Branding | null;
  environments: NamedEnvironment[];
}

const unknownTenant: NamedTenant = { branding: null, environments: [] };

/** Returns the tenant at this place; without environments and branding for one that is unknown or
 *  disabled. */
export async function tenantAt({ tenant, environment }: NamedPlace): Promise<NamedTenant> {
  const found = /^atr_[A-Za-z0-9_-]{1,80}$/.test(tenant) ? await resolveTenant(tenant) : null;
  if (found?.status !== "active") return unknownTenant;
  const { tenantId } = found;
  // The batch is bound to the tenant; no environment is chosen yet.
  const [all, branding] = await inBatch({ tenantId, environmentId: "" }, (db) =>
    Promise.all([listEnvironments(db), readBranding(db)]),
  );
  const environments = all
    .filter(({ key }) => !environment || key === environment)
    .map(({ id, key }) => ({ scope: { tenantId, environmentId: id }, environmentKey: key }));
  return environments.length > 0 ? { branding, environments } : unknownTenant;
}
