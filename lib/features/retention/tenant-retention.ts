import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { auditEventDays, type TenantRetention } from "@/lib/features/retention/retention";
import {
  lockTenantRetention,
  readRetentionDefaults,
  readTenantRetention,
  writeTenantRetention,
} from "@/lib/features/retention/retention-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** A tenant's retention and hold, and the days for which its audit events are retained as a result. */
export type EffectiveRetention = TenantRetention & { daysInForce: number };

type By = { actor: Actor; context: RequestContext };

/** Returns a tenant's current retention.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function readRetention(publicId: string): Promise<EffectiveRetention> {
  return inOperatedTenant(publicId, async (db) => inForce(await readTenantRetention(db)));
}

/** Changes the retention of a tenant's audit events.
 *  @param days null follows the operator's default
 *  @throws ServiceError `unprocessable` outside the operator's bounds; `missing` */
export async function changeTenantRetention(
  by: By,
  publicId: string,
  days: number | null,
): Promise<EffectiveRetention> {
  const { auditEventLeastDays: least, auditEventMostDays: most } = await readRetentionDefaults();
  if (days !== null && !(days >= least && days <= most))
    throw new ServiceError("unprocessable", {
      detail: `audit_event_days: must be from ${least} to ${most}.`,
    });
  return change(by, publicId, (own) => {
    if (own.auditEventDays === days) return null;
    const metadata = { from: own.auditEventDays, to: days };
    return { own: { ...own, auditEventDays: days }, kind: "tenant.retention_changed", metadata };
  });
}

/** Places a tenant on hold: until the hold ends, nothing of it is deleted for its age (audit events, ended
 *  sessions, devices, mail and logouts). A user deleted meanwhile is pseudonymised in the audit trail when
 *  the hold ends. Idempotent.
 *  @throws ServiceError `missing` */
export function holdTenant(by: By, publicId: string, reason: string): Promise<EffectiveRetention> {
  return change(by, publicId, (own) =>
    own.heldAt
      ? null
      : {
          own: { ...own, heldAt: now(), holdReason: reason },
          kind: "tenant.held",
          metadata: { reason },
        },
  );
}

/** Ends a hold. Everything past its retention is deleted by the next sweeps.
 *  @throws ServiceError `missing` */
export function releaseTenant(by: By, publicId: string): Promise<EffectiveRetention> {
  return change(by, publicId, (own) =>
    own.heldAt
      ? {
          own: { ...own, heldAt: null, holdReason: null },
          kind: "tenant.released",
          metadata: { held_at: own.heldAt.toISOString(), reason: own.holdReason },
        }
      : null,
  );
}

interface Change {
  own: TenantRetention;
  kind: "tenant.retention_changed" | "tenant.held" | "tenant.released";
  metadata: Record<string, unknown>;
}

/** @param decide returns null if there is nothing to change */
function change(
  by: By,
  publicId: string,
  decide: (own: TenantRetention) => Change | null,
): Promise<EffectiveRetention> {
  return inOperatedTenant(publicId, async (db, { name }) => {
    const stored = await lockTenantRetention(db);
    const decision = decide(stored);
    if (!decision) return inForce(stored);
    await write(db, decision, by, name);
    return inForce(decision.own);
  });
}

async function write(db: Queryable, { own, kind, metadata }: Change, by: By, name: string) {
  await writeTenantRetention(db, own);
  const targets = [{ type: "tenant", id: db.tenantId, name }];
  await recordAuditEvent(db, { kind, ...by, targets, metadata });
}

async function inForce(own: TenantRetention): Promise<EffectiveRetention> {
  return { ...own, daysInForce: auditEventDays(own, await readRetentionDefaults()) };
}
