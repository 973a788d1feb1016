import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, RequestContext } from "@/lib/caller";
import { inOperatedTenant } from "@/lib/operators/in-operated-tenant";
import type { OperatedTenant } from "@/lib/operators/operated-tenant";
import { readOperatedRow, writeTenantStatus } from "@/lib/operators/operated-tenant-store";

/** Lets a disabled tenant work again, with whatever has not expired meanwhile. Once more changes nothing.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function enableTenant(
  by: { actor: Actor; context: RequestContext },
  publicId: string,
): Promise<OperatedTenant> {
  return inOperatedTenant(publicId, async (transaction, { name }) => {
    if (await writeTenantStatus(transaction, { status: "active" }))
      await recordAuditEvent(transaction, {
        kind: "tenant.enabled",
        actor: by.actor,
        context: by.context,
        targets: [{ type: "tenant", id: transaction.tenantId, name }],
      });
    return readOperatedRow(transaction);
  });
}
