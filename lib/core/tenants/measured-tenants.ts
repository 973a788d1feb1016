import { findTenantIds } from "@/lib/core/tenants/measured-tenant-store";
import { config } from "@/lib/kernel/config/config";
import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

/** Public ids by the ids of tenants: those that ATRIUM_METRICS_TENANTS names, once they were looked up. */
const measured = singleton("measured-tenants", () => new Map<string, string>());

/** Returns the metrics label of a tenant: its public id when the operator named it, undefined for every
 *  other tenant. */
export function measuredTenant(tenantId: string): string | undefined {
  return measured.size === 0 ? undefined : measured.get(tenantId);
}

/** Looks up the tenants that metrics name. Each process that counts does so once. An unreachable database
 *  does not prevent the start: then the tenants have no label. */
export async function nameMeasuredTenants(): Promise<void> {
  const publicIds = config().metricsTenants;
  if (publicIds.length === 0) return;
  try {
    for (const { id, publicId } of await findTenantIds(publicIds)) measured.set(id, publicId);
    const unknown = publicIds.filter((publicId) => ![...measured.values()].includes(publicId));
    if (unknown.length > 0)
      logger.warn({ unknown }, "ATRIUM_METRICS_TENANTS names tenants that there are not");
  } catch (error) {
    logger.warn({ err: error }, "the tenants of ATRIUM_METRICS_TENANTS could not be looked up");
  }
}
