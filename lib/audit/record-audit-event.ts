import type { AuditEntry } from "@/lib/audit/audit-event";
import { insertAuditEvent } from "@/lib/audit/audit-event-store";
import { now } from "@/lib/clock";
import type { TenantTransaction } from "@/lib/db";

/** Writes an audit event in the transaction of the change it tells of: one does not commit without the
 *  other (spec, Events 3). */
export async function recordAuditEvent(
  transaction: TenantTransaction,
  entry: AuditEntry,
): Promise<void> {
  await insertAuditEvent(transaction, { ...entry, at: entry.at ?? now() });
}
