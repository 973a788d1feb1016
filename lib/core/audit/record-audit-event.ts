import type { AuditEntry } from "@/lib/core/audit/audit-event";
import { insertAuditEvent } from "@/lib/core/audit/audit-event-store";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Writes an audit event in the transaction of the change that it records: one does not commit without the
 *  other (spec, Events 3). It is one statement and depends on no other, so that it may run beside the
 *  change. */
export async function recordAuditEvent(db: Queryable, entry: AuditEntry): Promise<void> {
  await insertAuditEvent(db, { ...entry, at: entry.at ?? now() });
}
