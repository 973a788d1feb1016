import type { AuditEventAlone, StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";

/** Returns events as JSON lines, one each, with their line ends, in the API's format (contract, Audit). */
export function auditJsonLines(events: StoredAuditEvent[], tenantPublicId: string): string {
  return events.map((event) => `${JSON.stringify(auditRecord(event, tenantPublicId))}\n`).join("");
}

/** Returns one event in its external format. */
export function auditRecord(event: StoredAuditEvent, tenantPublicId: string) {
  return {
    id: event.id,
    kind: event.kind,
    source: event.source,
    event_id: event.eventId,
    tenant: tenantPublicId,
    environment: event.environment,
    actor: event.actor,
    targets: event.targets,
    context: event.context,
    metadata: event.metadata,
    occurred_at: event.occurredAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
  };
}

/** Returns that record without actor, targets, context and metadata. Its names are in their canonical
 *  order (RFC 8785). */
export function recordAlone(event: AuditEventAlone, tenantPublicId: string) {
  return {
    environment: event.environment,
    event_id: event.eventId,
    id: event.id,
    kind: event.kind,
    occurred_at: event.occurredAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
    source: event.source,
    tenant: tenantPublicId,
  };
}
