import type { AuditEntry } from "@/lib/core/audit/audit-event";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { type Queryable, write } from "@/lib/kernel/db/queryable";

/** Appends one event of the service's own. */
export async function insertAuditEvent(
  db: Queryable,
  entry: AuditEntry & { at: Date },
): Promise<void> {
  const { kind, actor, targets, context, metadata, occurred_at } = eventRow(entry);
  await db.execute(write`
    INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${kind}, ${JSON.stringify(actor)}::jsonb,
            ${JSON.stringify(targets)}::jsonb, ${JSON.stringify(context)}::jsonb, ${JSON.stringify(metadata)}::jsonb,
            ${occurred_at}::timestamptz)`);
}

/** Returns an event as a row for a larger statement to append. */
export function eventRow(entry: AuditEntry & { at: Date }) {
  const { kind, actor, targets = [], metadata = {}, at } = entry;
  return { kind, actor, targets, context: storedContext(entry), metadata, occurred_at: at };
}

function storedContext({ context }: Pick<AuditEntry, "context">) {
  const { ipAddress, userAgent, requestId } = context;
  return { ip_address: ipAddress, user_agent: userAgent, request_id: requestId };
}

/** Appends events that belong to no other change, in one message. */
export async function appendEvents(
  scope: TenantScope,
  entries: readonly (AuditEntry & { at: Date })[],
): Promise<void> {
  await inBatch(scope, (db) => Promise.all(entries.map((entry) => insertAuditEvent(db, entry))));
}
