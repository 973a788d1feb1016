import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { readOperatedRow } from "@/lib/core/operators/operated-tenant-store";
import { writeTenantStatus } from "@/lib/core/tenants/tenant-status-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";

/** Disables a tenant from the next request on: its secrets and machine tokens are answered
 *  `tenant_disabled`, its relying parties, links and enrolment tokens as if they did not exist, and no
 *  mail is sent. Nothing is revoked, so that enabling it restores everything. Disabling again changes
 *  nothing.
 *  @param reason shown to the tenant's administrators, stored in the audit log
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function disableTenant(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
  reason: string | null,
): Promise<OperatedTenant> {
  return inOperatedTenant(publicId, async (db, { name }) => {
    const changed = await writeTenantStatus(db, {
      status: "disabled",
      at: now(),
      reason,
    });
    if (changed)
      await recordAuditEvent(db, {
        kind: "tenant.disabled",
        actor: by.actor,
        context: by.context,
        targets: [{ type: "tenant", id: db.tenantId, name }],
        metadata: { reason },
      });
    return readOperatedRow(db);
  });
}
