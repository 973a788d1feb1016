/** How long what happened is kept, for all tenants: the operator's to say. In days. */
export interface RetentionDefaults {
  /** For tenants without a value of their own. */
  auditEventDays: number;
  /** The bounds of a tenant's own value. */
  auditEventLeastDays: number;
  auditEventMostDays: number;
}

/** What a tenant has of its own. */
export interface TenantRetention {
  /** Null is the operator's default. */
  auditEventDays: number | null;
  /** Since when everything is held, and why; null when nothing is. */
  heldAt: Date | null;
  holdReason: string | null;
}

/** The bounds that PostgreSQL holds the operator to, in days. Less than a week leaves no time to look into anything. */
export const retentionBounds = { least: 7, most: 36_500 } as const;

/** For how many days a tenant's events are kept: its own value, held to bounds that may have changed since it was set. */
export function auditEventDays(
  own: Pick<TenantRetention, "auditEventDays">,
  defaults: RetentionDefaults,
): number {
  const { auditEventLeastDays: least, auditEventMostDays: most } = defaults;
  return Math.min(Math.max(own.auditEventDays ?? defaults.auditEventDays, least), most);
}
