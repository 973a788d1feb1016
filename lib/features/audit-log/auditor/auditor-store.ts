import type { Locale } from "@/i18n/locales";
import { type LateQueryable, lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Recipient outside the tenant who gets the checkpoint of its log by mail each day. */
export interface Auditor {
  address: string;
  /** Language of the messages. */
  locale: Locale;
}

/** Returns the tenant's auditor, and the last day, in UTC, whose message was queued: `2026-11-26`. Null if
 *  there is none. */
export function readAuditor(
  db: LateQueryable,
): Promise<(Auditor & { sentOn: string | null }) | null> {
  return db.first(read<Auditor & { sentOn: string | null }>`
    SELECT address, locale, sent_on::text FROM audit_auditors WHERE tenant_id = ${db.tenantId}::uuid`);
}

/** Returns the auditor, and locks the tenant's row until the transaction ends. */
export async function lockAuditor(db: Queryable): Promise<Auditor | null> {
  const [, auditor] = await Promise.all([
    db.execute(lock`SELECT FROM tenants WHERE id = ${db.tenantId}::uuid FOR NO KEY UPDATE`),
    readAuditor(db),
  ]);
  return auditor && { address: auditor.address, locale: auditor.locale };
}

/** Stores the auditor. A new address gets its first message in the next run, even if the previous one got
 *  today's. */
export async function writeAuditor(db: Queryable, { address, locale }: Auditor): Promise<void> {
  await db.execute(lock`
    INSERT INTO audit_auditors AS a (tenant_id, address, locale) VALUES (${db.tenantId}::uuid, ${address}, ${locale})
    ON CONFLICT (tenant_id) DO UPDATE SET address = EXCLUDED.address, locale = EXCLUDED.locale,
      sent_on = CASE WHEN a.address = EXCLUDED.address THEN a.sent_on END`);
}

/** Deletes the auditor. */
export async function deleteAuditor(db: Queryable): Promise<void> {
  await db.execute(lock`DELETE FROM audit_auditors WHERE tenant_id = ${db.tenantId}::uuid`);
}

/** Lists active tenants whose auditor has not been sent today's message, in UTC, the longest wait first. */
export function dueAuditors(atMost: number): Promise<{ tenantId: string }[]> {
  return unscoped.query(
    read<{ tenantId: string }>`SELECT tenant_id FROM atrium_due_auditors(${atMost}::int)`,
  );
}

/** Marks today's message as sent, in the transaction that queues it.
 *  @returns the recipient; null if it was sent already, or there is no auditor */
export function markSentToday(db: Queryable): Promise<Auditor | null> {
  return db.first(lock<Auditor>`
    UPDATE audit_auditors SET sent_on = (now() AT TIME ZONE 'UTC')::date
    WHERE tenant_id = ${db.tenantId}::uuid AND (sent_on IS NULL OR sent_on < (now() AT TIME ZONE 'UTC')::date)
    RETURNING address, locale`);
}
