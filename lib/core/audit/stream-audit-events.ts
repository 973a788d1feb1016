import { type AuditSlice, readAuditSlice } from "@/lib/core/audit/audit-reading-store";
import type {
  AuditFilter,
  AuditPosition,
  AuditScope,
  StoredAuditEvent,
} from "@/lib/core/audit/stored-audit-event";
import { now } from "@/lib/kernel/clock";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Events fetched at a time, about a megabyte: the memory that an export uses, regardless of the length of
 *  the trail. */
const BATCH = 1_000;

/** Streams the matching part of the trail, oldest first, batch by batch. Each batch is a short transaction
 *  of its own, so that a slow reader holds no connection. Events after the start are left out: an export
 *  ends. An event that is recorded late, with a time that has already been read past, is missing in it.
 *  @param scope a whole tenant, or one environment of it */
export async function* streamAuditEvents(
  scope: AuditScope,
  filter: AuditFilter = {},
): AsyncGenerator<StoredAuditEvent[], void> {
  const started = new Date(now().getTime() + 1);
  const to = filter.to && filter.to < started ? filter.to : started;
  let after: AuditPosition | null = null;
  do {
    const slice: AuditSlice = { after, forward: true, limit: BATCH };
    const { events, next } = await inLateRead(
      { tenantId: scope.tenantId, environmentId: scope.environmentId ?? "" },
      (db) => readAuditSlice(db, scope, { ...filter, to }, slice),
    );
    if (events.length > 0) yield events;
    after = next;
  } while (after);
}
