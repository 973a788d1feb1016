import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { readOperatedRow } from "@/lib/core/operators/operated-tenant-store";
import { writeTenantStatus } from "@/lib/core/tenants/tenant-status-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** Enables a disabled tenant again, with everything that has not expired meanwhile. Enabling again changes
 *  nothing.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function enableTenant(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
): Promise<OperatedTenant> {
  return inOperatedTenant(publicId, async (db, { name }) => {
    if (await writeTenantStatus(db, { status: "active" }))
      await recordAuditEvent(db, {
        kind: "tenant.enabled",
        actor: by.actor,
        context: by.context,
        targets: [{ type: "tenant", id: db.tenantId, name }],
      });
    return readOperatedRow(db);
  });
}
