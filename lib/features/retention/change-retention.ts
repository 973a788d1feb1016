import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { type RetentionDefaults, retentionBounds } from "@/lib/features/retention/retention";
import {
  lockRetentionDefaults,
  writeRetentionDefaults,
} from "@/lib/features/retention/retention-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Changes the default retention of audit events, and the bounds of a tenant's own value. Events older than
 *  the new retention are dropped by the next sweep.
 *  @param changes absent fields stay
 *  @throws ServiceError `unprocessable` if the values are not in order, or one is outside PostgreSQL's
 *  bounds */
export async function changeRetentionDefaults(
  by: { actor: Actor; context: RequestContext },
  changes: { [field in keyof RetentionDefaults]?: number | undefined },
): Promise<RetentionDefaults> {
  const platform = await setUpPlatform(by.actor);
  return inTransaction(platform, async (db) => {
    const stored = await lockRetentionDefaults(db);
    const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
    const updated: RetentionDefaults = { ...stored, ...Object.fromEntries(defined) };
    assertOrder(updated);
    const changed = changedFields(stored, updated);
    if (changed.length === 0) return stored;
    await writeRetentionDefaults(db, updated);
    await recordAuditEvent(db, {
      kind: "retention_defaults.updated",
      ...by,
      targets: [{ type: "platform", id: platform.tenantId }],
      metadata: { before: stored, after: updated },
    });
    return updated;
  });
}

function assertOrder(defaults: RetentionDefaults): void {
  const { auditEventLeastDays: least, auditEventDays: days, auditEventMostDays: most } = defaults;
  if (
    retentionBounds.least <= least &&
    least <= days &&
    days <= most &&
    most <= retentionBounds.most
  )
    return;
  throw new ServiceError("unprocessable", {
    detail: `audit_event_days: must not be less than the least or more than the most, which are from ${retentionBounds.least} to ${retentionBounds.most} days.`,
  });
}
