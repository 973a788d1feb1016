/** Retention of audit events for all tenants, set by the operator. In days. */
export interface RetentionDefaults {
  /** For tenants without a value of their own. */
  auditEventDays: number;
  /** Bounds of a tenant's own value. */
  auditEventLeastDays: number;
  auditEventMostDays: number;
}

/** Retention and hold of one tenant. */
export interface TenantRetention {
  /** Null means the operator's default. */
  auditEventDays: number | null;
  /** Start and reason of a hold, during which nothing is deleted; null without a hold. */
  heldAt: Date | null;
  holdReason: string | null;
}

/** Bounds that PostgreSQL enforces on the operator's values, in days. Less than a week would leave no time
 *  to investigate. */
export const retentionBounds = { least: 7, most: 36_500 } as const;

/** Days for which a tenant's events are retained: its own value, clamped to bounds that may have changed
 *  since it was set. */
export function auditEventDays(
  own: Pick<TenantRetention, "auditEventDays">,
  defaults: RetentionDefaults,
): number {
  const { auditEventLeastDays: least, auditEventMostDays: most } = defaults;
  return Math.min(Math.max(own.auditEventDays ?? defaults.auditEventDays, least), most);
}
