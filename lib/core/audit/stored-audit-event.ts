import type { AuditTarget } from "@/lib/core/audit/audit-event";

/** An event as the trail holds it: one of the service's own, or one a product pushed. */
export interface StoredAuditEvent {
  id: string;
  kind: string;
  source: "service" | "product";
  /** The product's own id of an event it pushed. */
  eventId: string | null;
  /** Key of the environment it happened in; null for one that belongs to the whole tenant. */
  environment: string | null;
  actor: AuditTarget;
  targets: AuditTarget[];
  context: Record<string, unknown>;
  metadata: Record<string, unknown>;
  occurredAt: Date;
  receivedAt: Date;
}

/** An event without its parts that may tell of a person. */
export type AuditEventAlone = Omit<StoredAuditEvent, "actor" | "targets" | "context" | "metadata">;

/** Whose trail is read: a whole tenant's, or of one of its environments alone. */
export interface AuditScope {
  tenantId: string;
  environmentId: string | null;
}

/** Which events are wanted. What is absent or null doesn't narrow. */
export interface AuditFilter {
  /** One kind (`user.created`), or all of a noun (`user.*`). */
  kind?: string | null;
  /** Any of these kinds of the service's own. */
  kinds?: readonly string[] | null;
  /** The type of whoever acted: `administrator`. No index finds it, so that it is looked for as a text is. */
  actorType?: string | null;
  /** The id of whoever acted. */
  actor?: string | null;
  /** The id of something the event is about. */
  target?: string | null;
  /** When it happened: from this moment on … */
  from?: Date | null;
  /** … and before this one. */
  to?: Date | null;
  /** Found anywhere in the event's text, in any case. */
  search?: string | null;
}

/** A place in the trail, which is in the order of what happened. */
export interface AuditPosition {
  occurredAt: Date;
  id: string;
}
