import type { ProductEvent, Receipt } from "@/lib/audit/product-event";
import type { TenantTransaction } from "@/lib/db";

/** Appends a product's event, or answers null when one with its id is there. */
export async function insertIngestedEvent(
  { sql, tenantId, environmentId }: TenantTransaction,
  event: ProductEvent,
  by: { id: string; requestId: string | null },
): Promise<Receipt | null> {
  const context = {
    ip_address: event.ipAddress,
    user_agent: event.userAgent,
    request_id: by.requestId,
    credential_id: by.id,
    organization_id: event.organizationId,
  };
  const rows = await sql.$queryRaw<Receipt[]>`
    INSERT INTO audit_events (tenant_id, environment_id, source, event_id, kind, actor, targets, context, metadata, occurred_at)
    VALUES (${tenantId}::uuid, ${environmentId}::uuid, 'product', ${event.eventId}::uuid, ${event.action},
            ${JSON.stringify(event.actor)}::jsonb, ${JSON.stringify(event.targets)}::jsonb,
            ${JSON.stringify(context)}::jsonb, ${JSON.stringify(event.metadata)}::jsonb, ${event.occurredAt})
    ON CONFLICT (tenant_id, environment_id, event_id) DO NOTHING
    RETURNING id, event_id AS "eventId", received_at AS "receivedAt"`;
  return rows[0] ?? null;
}

/** The event that a product pushed under this id. */
export async function findIngestedEvent(
  { sql, tenantId, environmentId }: TenantTransaction,
  eventId: string,
): Promise<Receipt> {
  const where = { tenantId_environmentId_eventId: { tenantId, environmentId, eventId } };
  const { id, receivedAt } = await sql.auditEvent.findUniqueOrThrow({ where });
  return { id, eventId, receivedAt };
}

/** Whether the organization is in the environment. */
export async function knowsWorkspace(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
): Promise<boolean> {
  return (await sql.workspace.count({ where: { environmentId, organizationId } })) > 0;
}
