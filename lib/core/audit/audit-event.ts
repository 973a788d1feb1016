import type { AuditKind } from "@/lib/core/audit/audit-kinds";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** Target of an event. */
export interface AuditTarget {
  type: string;
  id: string;
  name?: string;
}

export interface AuditEntry {
  kind: AuditKind;
  actor: Actor;
  context: RequestContext;
  targets?: AuditTarget[];
  /** Facts that help a reader later. Never a secret, never more of a person than is needed. */
  metadata?: Record<string, unknown>;
  /** Time of the event; defaults to now. */
  at?: Date;
}
