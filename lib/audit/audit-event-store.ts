import type { AuditEntry } from "@/lib/audit/audit-event";
import type { TenantTransaction } from "@/lib/db";

/** Appends one event of the service's own. */
export async function insertAuditEvent(
  { sql, tenantId, environmentId }: TenantTransaction,
  entry: AuditEntry & { at: Date },
): Promise<void> {
  const { ipAddress, userAgent, requestId } = entry.context;
  await sql.$executeRaw`
    INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
    VALUES (${tenantId}::uuid, ${environmentId}::uuid, ${entry.kind},
            ${json(entry.actor)}::jsonb, ${json(entry.targets ?? [])}::jsonb,
            ${json({ ip_address: ipAddress, user_agent: userAgent, request_id: requestId })}::jsonb,
            ${json(entry.metadata ?? {})}::jsonb, ${entry.at})`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
