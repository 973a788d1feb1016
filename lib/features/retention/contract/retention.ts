import { z } from "zod";
import { line } from "@/lib/core/contract/fields";
import { timestamp, wireTimeOrNull } from "@/lib/core/contract/names";
import type { RetentionDefaults } from "@/lib/features/retention/retention";
import type { EffectiveRetention } from "@/lib/features/retention/tenant-retention";

const days = z.int().min(7).max(36_500);

const defaults = {
  audit_event_days: days.meta({
    description:
      "For how many days audit events are kept, of tenants without a value of their own.",
  }),
  audit_event_least_days: days.meta({ description: "The lowest value that a tenant can have." }),
  audit_event_most_days: days.meta({ description: "The highest value that a tenant can have." }),
};

export const RetentionDefaultsResource = z.object(defaults).meta({
  id: "RetentionDefaults",
  description: "For how long what happened is kept, unless a tenant has a value of its own.",
});

export const RetentionDefaultsBody = z
  .strictObject(defaults)
  .partial()
  .meta({ id: "RetentionDefaultsChanges" });

export const TenantRetentionResource = z
  .object({
    audit_event_days: z.int().nullable().meta({
      description: "The tenant's own value; null is the operator's default.",
    }),
    days_in_force: z.int().meta({
      description: "For how many days the tenant's audit events are kept, within today's bounds.",
    }),
    held_at: timestamp.nullable().meta({
      description: "Since when everything of the tenant is kept; null when nothing is held.",
    }),
    hold_reason: z.string().nullable(),
  })
  .meta({ id: "TenantRetention" });

export const TenantRetentionBody = z
  .strictObject({ audit_event_days: z.int().min(1).max(36_500).nullable() })
  .meta({ id: "TenantRetentionChange" });

export const HoldBody = z
  .strictObject({
    reason: line(500).meta({ description: "Kept with the hold and in the tenant's audit log." }),
  })
  .meta({ id: "LegalHold" });

/** The defaults in the API's form. */
export function retentionDefaultsResponse(
  stored: RetentionDefaults,
): z.infer<typeof RetentionDefaultsResource> {
  return {
    audit_event_days: stored.auditEventDays,
    audit_event_least_days: stored.auditEventLeastDays,
    audit_event_most_days: stored.auditEventMostDays,
  };
}

/** A tenant's retention in the API's form. */
export function tenantRetentionResponse(
  own: EffectiveRetention,
): z.infer<typeof TenantRetentionResource> {
  return {
    audit_event_days: own.auditEventDays,
    days_in_force: own.daysInForce,
    held_at: wireTimeOrNull(own.heldAt),
    hold_reason: own.holdReason,
  };
}

/** Examples for the API's description. */
export const retentionExamples = {
  defaults: { audit_event_days: 400, audit_event_least_days: 30, audit_event_most_days: 3650 },
  change: { audit_event_days: 730 },
  tenant: { audit_event_days: 730, days_in_force: 730, held_at: null, hold_reason: null },
  held: {
    audit_event_days: null,
    days_in_force: 400,
    held_at: "2026-11-21T10:00:00.000Z",
    hold_reason: "Case 4711",
  },
};
