import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { listEnvironmentRows } from "@/lib/core/tenants/environment-store";
import type {
  EnvironmentConfiguration,
  TenantConfiguration,
} from "@/lib/features/configuration/contract/tenant-configuration";
import { readEnvironment } from "@/lib/features/configuration/read-environment";
import { readTenantState } from "@/lib/features/configuration/read-tenant";
import type { Thing } from "@/lib/features/configuration/step";
import { missing } from "@/lib/kernel/errors";

/** Exports a tenant's current configuration, without secrets.
 *  @param only keys of the environments to export; empty for all
 *  @throws ServiceError `missing` for an unknown tenant or environment */
export function exportConfiguration(
  tenant: string,
  only: readonly string[] = [],
): Promise<TenantConfiguration> {
  return inOperatedTenant(tenant, async (db, { name }) => {
    const rows = await listEnvironmentRows(db);
    const selected = only.length === 0 ? rows : rows.filter(({ key }) => only.includes(key));
    if (selected.length < new Set(only).size) throw missing();
    const { securityPolicy, branding } = await readTenantState(db);
    const environments: Record<string, EnvironmentConfiguration> = {};
    for (const { id, key } of selected) {
      const { there } = await readEnvironment(db.inEnvironment(id));
      const things = Object.fromEntries(there);
      environments[key] = {
        ...things.environment?.[""],
        ...things.passkeys?.[""],
        ...things.previousSystem?.[""],
        organizationTypes: things.organizationTypes,
        apps: things.apps,
        roles: things.roles,
        packages: things.packages,
        entitlementPolicy: things.entitlementPolicy?.[""],
        oidcClients: things.oidcClients,
        identitySources: things.identitySources,
      } as EnvironmentConfiguration;
    }
    return { name, securityPolicy: setOf(securityPolicy), branding: setOf(branding), environments };
  });
}

/** Fields that are set. */
function setOf(fields: Thing): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
