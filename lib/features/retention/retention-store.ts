import type { RetentionDefaults, TenantRetention } from "@/lib/features/retention/retention";
import type { RetentionStep } from "@/lib/kernel/db/partitions";
import { lock, type Queryable, read, type Statement, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Runs the next step of clearing the audit trail. Only the database's function `atrium_retain_events` may
 *  delete from it. */
export function retentionStep(atMost: number): Statement<RetentionStep> {
  return lock<RetentionStep>`SELECT partition, did, rows FROM atrium_retain_events(${atMost}::int)`;
}

/** Runs the next step of pseudonymising old events without a user.
 *  @returns the number of events examined */
export async function userlessEventsStep(atMost: number): Promise<number> {
  const row = await unscoped.first(lock<{ looked: number }>`
    SELECT atrium_forget_strangers(${atMost}::int) AS looked`);
  return row?.looked ?? 0;
}

/** Returns the operator's default and bounds. */
export async function readRetentionDefaults(): Promise<RetentionDefaults> {
  return oneRow(
    await unscoped.first(read<RetentionDefaults>`
      SELECT audit_event_days, audit_event_least_days, audit_event_most_days FROM retention_defaults`),
  );
}

/** Like `readRetentionDefaults`, and locks the row until the transaction ends. */
export async function lockRetentionDefaults(db: Queryable): Promise<RetentionDefaults> {
  return oneRow(
    await db.first(lock<RetentionDefaults>`
      SELECT audit_event_days, audit_event_least_days, audit_event_most_days FROM retention_defaults FOR UPDATE`),
  );
}

/** Changes the default and the bounds. The database allows it only in a transaction of the platform. */
export async function writeRetentionDefaults(
  db: Queryable,
  defaults: RetentionDefaults,
): Promise<void> {
  await db.execute(write`
    UPDATE retention_defaults
    SET audit_event_days = ${defaults.auditEventDays}::int, audit_event_least_days = ${defaults.auditEventLeastDays}::int,
        audit_event_most_days = ${defaults.auditEventMostDays}::int, updated_at = now()
    WHERE id = 1`);
}

const nothingOwn: TenantRetention = { auditEventDays: null, heldAt: null, holdReason: null };

/** Returns the tenant's own retention and hold. */
export async function readTenantRetention(db: Queryable): Promise<TenantRetention> {
  const own = await db.first(read<TenantRetention>`
    SELECT audit_event_days, held_at, hold_reason FROM tenant_retention WHERE tenant_id = ${db.tenantId}::uuid`);
  return own ?? nothingOwn;
}

/** Like `readTenantRetention`, and locks the row until the transaction ends. */
export async function lockTenantRetention(db: Queryable): Promise<TenantRetention> {
  await db.execute(write`
    INSERT INTO tenant_retention (tenant_id) VALUES (${db.tenantId}::uuid) ON CONFLICT DO NOTHING`);
  const own = await db.first(lock<TenantRetention>`
    SELECT audit_event_days, held_at, hold_reason FROM tenant_retention
    WHERE tenant_id = ${db.tenantId}::uuid FOR UPDATE`);
  return own ?? nothingOwn;
}

/** Changes the tenant's own retention and hold. */
export async function writeTenantRetention(db: Queryable, own: TenantRetention): Promise<void> {
  await db.execute(write`
    UPDATE tenant_retention
    SET audit_event_days = ${own.auditEventDays}::int, held_at = ${own.heldAt}::timestamptz,
        hold_reason = ${own.holdReason}, updated_at = now()
    WHERE tenant_id = ${db.tenantId}::uuid`);
}

function oneRow(row: RetentionDefaults | null): RetentionDefaults {
  if (!row) throw new Error("The defaults of retention are not there");
  return row;
}
