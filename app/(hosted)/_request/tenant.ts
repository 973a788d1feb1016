import { cache } from "react";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import type { NamedPlace } from "@/lib/oidc/own-client";
import type { Branding } from "@/lib/tenants/branding";
import { listEnvironments } from "@/lib/tenants/environment-store";
import { resolveTenant } from "@/lib/tenants/tenant-store";

/** An environment that a page's address names. */
export interface NamedEnvironment {
  scope: TenantScope;
  environmentKey: string;
}

const readEnvironments = cache(async (publicId: string): Promise<NamedEnvironment[]> => {
  const tenant = /^atr_[A-Za-z0-9_-]{1,80}$/.test(publicId) ? await resolveTenant(publicId) : null;
  if (tenant?.status !== "active") return [];
  const { tenantId } = tenant;
  // The transaction is bound to the tenant; no environment is chosen yet.
  const environments = await inTenant({ tenantId, environmentId: "" }, listEnvironments);
  return environments.map(({ id, key }) => ({
    scope: { tenantId, environmentId: id },
    environmentKey: key,
  }));
});

/** The environments that this place may mean: the one that is named, else all of the tenant's, production
 *  first; none for a tenant that is unknown or disabled. */
export async function environmentsAt({
  tenant,
  environment,
}: NamedPlace): Promise<NamedEnvironment[]> {
  const all = await readEnvironments(tenant);
  return environment ? all.filter(({ environmentKey }) => environmentKey === environment) : all;
}

/** How a tenant's pages look, or null when the address names none. */
export async function brandingAt(place: NamedPlace): Promise<Branding | null> {
  const [first] = await environmentsAt(place);
  return first ? brandingFor(first.scope) : null;
}
