import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import { inTransaction } from "@/lib/db/transaction";
import { missing, ServiceError } from "@/lib/errors";
import type { InstallationCapacity } from "@/lib/installations/capacity";
import { lockCapacity } from "@/lib/installations/capacity-store";
import { listEnvironments } from "@/lib/tenants/environment-store";
import { resolveTenant, writeInstallationCapacity } from "@/lib/tenants/tenant-store";

/** The operator's exception: changes how high a tenant may set its own limit.
 *  @param tenantPublicId the id the tenant is known by outside (`atr_…`)
 *  @throws ServiceError `missing` for an unknown tenant; `installation_maximum_below_limit`, with the limit,
 *  for a maximum below what the tenant has set: it lowers that first */
export async function setInstallationMaximum(
  by: { actor: Actor; context: RequestContext },
  tenantPublicId: string,
  maximum: number,
): Promise<InstallationCapacity> {
  const tenant = await resolveTenant(tenantPublicId);
  if (!tenant) throw missing();
  const { tenantId } = tenant;
  // The tenant's own matter, not an environment's; its trail is read in one all the same.
  return inTransaction({ tenantId, environmentId: tenantId }, async (unplaced) => {
    const [environment] = await listEnvironments(unplaced);
    if (!environment) throw missing();
    const transaction = unplaced.inEnvironment(environment.id);
    const stored = await lockCapacity(transaction);
    if (maximum < stored.limit)
      throw new ServiceError("installation_maximum_below_limit", {
        detail: `maximum: the tenant's limit is ${stored.limit}; lower the limit first.`,
        says: { name: "maximumBelowLimit", limit: stored.limit },
        fields: { limit: stored.limit },
      });
    if (maximum === stored.maximum) return stored;
    await Promise.all([
      writeInstallationCapacity(transaction, { maximum }),
      recordAuditEvent(transaction, {
        kind: "installation_capacity.maximum_changed",
        ...by,
        targets: [{ type: "tenant", id: tenantId, name: tenant.name }],
        metadata: { from: stored.maximum, to: maximum },
      }),
    ]);
    return { ...stored, maximum };
  });
}
