import type { AuditTarget } from "@/lib/core/audit/audit-event";

/** An event as the trail stores it: one of the service's own, or one a product pushed. */
export interface StoredAuditEvent {
  id: string;
  kind: string;
  source: "service" | "product";
  /** The product's own id of an event it pushed. */
  eventId: string | null;
  /** Key of its environment; null for an event of the whole tenant. */
  environment: string | null;
  actor: AuditTarget;
  targets: AuditTarget[];
  context: Record<string, unknown>;
  metadata: Record<string, unknown>;
  occurredAt: Date;
  receivedAt: Date;
}

/** An event without the parts that may contain personal data. */
export type AuditEventAlone = Omit<StoredAuditEvent, "actor" | "targets" | "context" | "metadata">;

/** The trail to read: a whole tenant's, or that of one environment. */
export interface AuditScope {
  tenantId: string;
  environmentId: string | null;
}

/** Filter of events. A field that is absent or null doesn't narrow. */
export interface AuditFilter {
  /** One kind (`user.created`), or all of a noun (`user.*`). */
  kind?: string | null;
  /** Any of these kinds of the service's own. */
  kinds?: readonly string[] | null;
  /** Type of the actor: `administrator`. No index finds it, so that it is scanned for like a text. */
  actorType?: string | null;
  /** Id of the actor. */
  actor?: string | null;
  /** Id of a target of the event. */
  target?: string | null;
  /** Earliest time of the event, inclusive. */
  from?: Date | null;
  /** Latest time of the event, exclusive. */
  to?: Date | null;
  /** Found anywhere in the event's text, in any case. */
  search?: string | null;
}

/** A position in the trail, which is in the order of occurrence. */
export interface AuditPosition {
  occurredAt: Date;
  id: string;
}
