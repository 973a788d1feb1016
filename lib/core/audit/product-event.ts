import type { AuditTarget } from "@/lib/core/audit/audit-event";

/** An event of the tenant's product, with the product's own terms. */
export interface ProductEvent {
  eventId: string;
  action: string;
  occurredAt: Date;
  actor: AuditTarget;
  targets: AuditTarget[];
  organizationId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  metadata: Record<string, unknown>;
}

/** Response to the product about an event it pushed. */
export interface Receipt {
  id: string;
  eventId: string;
  receivedAt: Date;
}
