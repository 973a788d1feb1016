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

/** What a tenant has of its own, and for how many days its audit events are kept by that. */
export type RetentionInForce = TenantRetention & { daysInForce: number };

type By = { actor: Actor; context: RequestContext };

/** What a tenant's retention is at this moment.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export async function readRetention(publicId: string): Promise<RetentionInForce> {
  return inOperatedTenant(publicId, async (db) => inForce(await readTenantRetention(db)));
}

/** Changes for how long a tenant's audit events are kept.
 *  @param days null follows the operator's default
 *  @throws ServiceError `unprocessable` outside the operator's bounds; `missing` */
export async function changeTenantRetention(
  by: By,
  publicId: string,
  days: number | null,
): Promise<RetentionInForce> {
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

/** Keeps everything of a tenant, whatever its age, until the hold ends: audit events, sessions, devices, mail and logouts that
 *  ended. A user who is deleted meanwhile is pseudonymised in the audit trail when the hold ends. Once more changes nothing.
 *  @throws ServiceError `missing` */
export function holdTenant(by: By, publicId: string, reason: string): Promise<RetentionInForce> {
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

/** Ends a hold: what is too old by then is cleared by the next sweeps.
 *  @throws ServiceError `missing` */
export function releaseTenant(by: By, publicId: string): Promise<RetentionInForce> {
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

/** @param decide answers null when there is nothing to change */
function change(
  by: By,
  publicId: string,
  decide: (own: TenantRetention) => Change | null,
): Promise<RetentionInForce> {
  return inOperatedTenant(publicId, async (db, { name }) => {
    const stored = await lockTenantRetention(db);
    const wanted = decide(stored);
    if (!wanted) return inForce(stored);
    await write(db, wanted, by, name);
    return inForce(wanted.own);
  });
}

async function write(db: Queryable, { own, kind, metadata }: Change, by: By, name: string) {
  await writeTenantRetention(db, own);
  const targets = [{ type: "tenant", id: db.tenantId, name }];
  await recordAuditEvent(db, { kind, ...by, targets, metadata });
}

async function inForce(own: TenantRetention): Promise<RetentionInForce> {
  return { ...own, daysInForce: auditEventDays(own, await readRetentionDefaults()) };
}
