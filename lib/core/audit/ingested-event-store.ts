import type { ProductEvent, Receipt } from "@/lib/core/audit/product-event";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** Appends a product's event, or returns null when one with its id exists. */
export async function insertIngestedEvent(
  db: Queryable,
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
  // Waits for a parallel insert of the same event.
  return db.first(lock<Receipt>`
    WITH receipt AS (
      INSERT INTO ingested_events (tenant_id, environment_id, event_id)
      VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${event.eventId}::uuid)
      ON CONFLICT DO NOTHING
      RETURNING id, event_id, received_at),
    recorded AS (
      INSERT INTO audit_events (id, tenant_id, environment_id, source, event_id, kind, actor, targets, context, metadata,
        occurred_at, received_at)
      SELECT id, ${db.tenantId}::uuid, ${db.environmentId}::uuid, 'product', event_id, ${event.action},
        ${JSON.stringify(event.actor)}::jsonb, ${JSON.stringify(event.targets)}::jsonb,
        ${JSON.stringify(context)}::jsonb, ${JSON.stringify(event.metadata)}::jsonb, ${event.occurredAt}::timestamptz,
        received_at
      FROM receipt)
    SELECT id, event_id, received_at FROM receipt`);
}

/** Returns the event that a product pushed under this id.
 *  @throws Error when there is none */
export async function findIngestedEvent(db: Queryable, eventId: string): Promise<Receipt> {
  const found = await db.first(read<Receipt>`
    SELECT id, event_id, received_at FROM ingested_events
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid AND event_id = ${eventId}::uuid`);
  if (!found) throw new Error("A product's event that was stored is not there");
  return found;
}

/** Whether the organization is in the environment. */
export async function knowsWorkspace(db: Queryable, organizationId: string): Promise<boolean> {
  const found = await db.first(read`
    SELECT 1 AS known FROM workspaces
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid LIMIT 1`);
  return found !== null;
}
