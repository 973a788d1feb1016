import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { InstallationCapacity } from "@/lib/core/installations/capacity";
import { lockCapacity } from "@/lib/core/installations/capacity-store";
import { writeInstallationCapacity } from "@/lib/core/tenants/tenant-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Changes the tenant's limit of active installations. A limit below the active number stops new ones and
 *  ends none.
 *  @throws ServiceError `installation_limit_above_maximum`, with the maximum */
export function setInstallationLimit(caller: Caller, limit: number): Promise<InstallationCapacity> {
  return inTransaction(caller, async (db) => {
    const stored = await lockCapacity(db);
    if (limit > stored.maximum)
      throw new ServiceError("installation_limit_above_maximum", {
        detail: `limit: the operator approved at most ${stored.maximum} active installations.`,
        says: { name: "limitAboveMaximum", maximum: stored.maximum },
        fields: { maximum: stored.maximum },
      });
    if (limit === stored.limit) return stored;
    await Promise.all([
      writeInstallationCapacity(db, { limit }),
      recordAuditEvent(db, {
        kind: "installation_capacity.limit_changed",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "tenant", id: caller.tenantId }],
        metadata: { from: stored.limit, to: limit },
      }),
    ]);
    return { ...stored, limit };
  });
}
