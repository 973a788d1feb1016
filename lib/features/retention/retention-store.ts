import type { RetentionDefaults, TenantRetention } from "@/lib/features/retention/retention";
import type { RetentionStep } from "@/lib/kernel/db/partitions";
import { lock, type Queryable, read, type Statement, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** The next step of clearing the audit trail, which only `atrium_retain_events` of the database may take. */
export function retentionStep(atMost: number): Statement<RetentionStep> {
  return lock<RetentionStep>`SELECT partition, did, rows FROM atrium_retain_events(${atMost}::int)`;
}

/** Takes the next step through the trail, in which old events that name nobody forget where somebody was.
 *  @returns how many events it looked at */
export async function strangersStep(atMost: number): Promise<number> {
  const row = await unscoped.first(lock<{ looked: number }>`
    SELECT atrium_forget_strangers(${atMost}::int) AS looked`);
  return row?.looked ?? 0;
}

/** The operator's default and bounds. */
export async function readRetentionDefaults(): Promise<RetentionDefaults> {
  return oneRow(
    await unscoped.first(read<RetentionDefaults>`
      SELECT audit_event_days, audit_event_least_days, audit_event_most_days FROM retention_defaults`),
  );
}

/** The same, held until this transaction ends: of two changes the second sees the first. */
export async function lockRetentionDefaults(db: Queryable): Promise<RetentionDefaults> {
  return oneRow(
    await db.first(lock<RetentionDefaults>`
      SELECT audit_event_days, audit_event_least_days, audit_event_most_days FROM retention_defaults FOR UPDATE`),
  );
}

/** Changes the default and the bounds; the database takes it from the platform's own transaction only. */
export async function writeRetentionDefaults(
  db: Queryable,
  wanted: RetentionDefaults,
): Promise<void> {
  await db.execute(write`
    UPDATE retention_defaults
    SET audit_event_days = ${wanted.auditEventDays}::int, audit_event_least_days = ${wanted.auditEventLeastDays}::int,
        audit_event_most_days = ${wanted.auditEventMostDays}::int, updated_at = now()
    WHERE id = 1`);
}

const nothingOwn: TenantRetention = { auditEventDays: null, heldAt: null, holdReason: null };

/** What the tenant has of its own. */
export async function readTenantRetention(db: Queryable): Promise<TenantRetention> {
  const own = await db.first(read<TenantRetention>`
    SELECT audit_event_days, held_at, hold_reason FROM tenant_retention WHERE tenant_id = ${db.tenantId}::uuid`);
  return own ?? nothingOwn;
}

/** The same, held until this transaction ends: of two changes the second sees the first. */
export async function lockTenantRetention(db: Queryable): Promise<TenantRetention> {
  await db.execute(write`
    INSERT INTO tenant_retention (tenant_id) VALUES (${db.tenantId}::uuid) ON CONFLICT DO NOTHING`);
  const own = await db.first(lock<TenantRetention>`
    SELECT audit_event_days, held_at, hold_reason FROM tenant_retention
    WHERE tenant_id = ${db.tenantId}::uuid FOR UPDATE`);
  return own ?? nothingOwn;
}

/** Changes what the tenant has of its own. */
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
