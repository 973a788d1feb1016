import type { Auditor } from "@/lib/features/audit-log/auditor/auditor";
import { type LateQueryable, lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** The tenant's auditor, and the last day, in UTC, whose message was queued: `2026-11-26`. Null when there is none. */
export function readAuditor(
  db: LateQueryable,
): Promise<(Auditor & { sentOn: string | null }) | null> {
  return db.first(read<Auditor & { sentOn: string | null }>`
    SELECT address, locale, sent_on::text FROM audit_auditors WHERE tenant_id = ${db.tenantId}::uuid`);
}

/** The same, held until this transaction ends: of two changes the second sees the first. */
export async function lockAuditor(db: Queryable): Promise<Auditor | null> {
  const [, auditor] = await Promise.all([
    db.execute(lock`SELECT FROM tenants WHERE id = ${db.tenantId}::uuid FOR NO KEY UPDATE`),
    readAuditor(db),
  ]);
  return auditor && { address: auditor.address, locale: auditor.locale };
}

/** Stores who the auditor is. Another address gets its first message with the next look, whatever was sent today. */
export async function writeAuditor(db: Queryable, { address, locale }: Auditor): Promise<void> {
  await db.execute(lock`
    INSERT INTO audit_auditors AS a (tenant_id, address, locale) VALUES (${db.tenantId}::uuid, ${address}, ${locale})
    ON CONFLICT (tenant_id) DO UPDATE SET address = EXCLUDED.address, locale = EXCLUDED.locale,
      sent_on = CASE WHEN a.address = EXCLUDED.address THEN a.sent_on END`);
}

/** Forgets who the auditor was. */
export async function deleteAuditor(db: Queryable): Promise<void> {
  await db.execute(lock`DELETE FROM audit_auditors WHERE tenant_id = ${db.tenantId}::uuid`);
}

/** The active tenants whose auditor was sent nothing today, in UTC, the one that waited longest first. */
export function dueAuditors(atMost: number): Promise<{ tenantId: string }[]> {
  return unscoped.query(
    read<{ tenantId: string }>`SELECT tenant_id FROM atrium_due_auditors(${atMost}::int)`,
  );
}

/** Notes that today's message is sent, in the transaction that queues it.
 *  @returns whom it is for; null when it was sent already, or there is no auditor */
export function takeToday(db: Queryable): Promise<Auditor | null> {
  return db.first(lock<Auditor>`
    UPDATE audit_auditors SET sent_on = (now() AT TIME ZONE 'UTC')::date
    WHERE tenant_id = ${db.tenantId}::uuid AND (sent_on IS NULL OR sent_on < (now() AT TIME ZONE 'UTC')::date)
    RETURNING address, locale`);
}
