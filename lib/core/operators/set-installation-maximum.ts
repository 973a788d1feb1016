import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { InstallationCapacity } from "@/lib/core/installations/capacity";
import { lockCapacity } from "@/lib/core/installations/capacity-store";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { writeInstallationCapacity } from "@/lib/core/tenants/tenant-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Changes the maximum of a tenant's own installation limit: only the operator may.
 *  @param publicId the tenant's external id (`atr_…`)
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own;
 *  `installation_maximum_below_limit`, with the limit, for a maximum below the tenant's limit, which the
 *  tenant must lower first */
export async function setInstallationMaximum(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
  maximum: number,
): Promise<InstallationCapacity> {
  return inOperatedTenant(publicId, async (db, { name }) => {
    const stored = await lockCapacity(db);
    if (maximum < stored.limit)
      throw new ServiceError("installation_maximum_below_limit", {
        detail: `maximum: the tenant's limit is ${stored.limit}; lower the limit first.`,
        says: { name: "maximumBelowLimit", limit: stored.limit },
        fields: { limit: stored.limit },
      });
    if (maximum === stored.maximum) return stored;
    await Promise.all([
      writeInstallationCapacity(db, { maximum }),
      recordAuditEvent(db, {
        kind: "installation_capacity.maximum_changed",
        ...by,
        targets: [{ type: "tenant", id: db.tenantId, name }],
        metadata: { from: stored.maximum, to: maximum },
      }),
    ]);
    return { ...stored, maximum };
  });
}
