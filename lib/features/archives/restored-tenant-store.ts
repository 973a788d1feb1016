import type pg from "pg";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

// Statements that only the owner of the database may run, on a connection of the owner.

/** Marks the transaction as a restore. The triggers that refuse late rows and count new ones then let its
 *  rows pass (prisma/functions/frozen.sql, installation-capacity.sql). */
export async function markRestore(db: Queryable): Promise<void> {
  await db.query(read`SELECT set_config('atrium.restoring', 'on', true)`);
}

/** Takes an advisory lock until the transaction ends, so that a tenant has one restore at a time.
 *  @returns false if another restore of the tenant holds it */
export async function claimRestore(db: Queryable): Promise<boolean> {
  const row = await db.first(lock<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('atrium restore ' || ${db.tenantId}::text, 0)) AS mine`);
  return row?.mine === true;
}

/** Whether the installation has a tenant with this id or public id. */
export async function hasTenant(
  db: Queryable,
  { id, publicId }: { id: string; publicId: string },
): Promise<boolean> {
  const row = await db.first(
    read`SELECT 1 AS one FROM tenants WHERE id = ${id}::uuid OR public_id = ${publicId}`,
  );
  return row !== null;
}

/** Adds rows to a table as the tenant's, with their values as they are (`atrium_restore_rows`).
 *  @param rows a JSON list of rows in the form of an archive
 *  @returns the number of rows added */
export async function restoreTableRows(
  db: Queryable,
  table: string,
  rows: string,
): Promise<number> {
  const answer = await db.first(
    write<{ added: number }>`SELECT atrium_restore_rows(${table}, ${rows}::json) AS added`,
  );
  return answer?.added ?? 0;
}

/** Creates partitions for events older than those of the installation. Not in the transaction of the
 *  restore: attaching a partition blocks readers of the parent table until its transaction ends. */
export async function fillPartitions(client: pg.Client): Promise<void> {
  await client.query("SELECT atrium_fill_partitions('audit_events')");
}

/** Whether an event of the tenant has no partition for its time. */
export async function hasStrayEvents(db: Queryable): Promise<boolean> {
  const there = await db.first(read<{ there: boolean }>`
    SELECT to_regclass('partitions.audit_events_default') IS NOT NULL AS there`);
  if (!there?.there) return false;
  const row = await db.first(read`
    SELECT 1 AS one FROM partitions.audit_events_default WHERE tenant_id = ${db.tenantId}::uuid LIMIT 1`);
  return row !== null;
}

/** Updates the planner's statistics of the tables that grew: sign-ins should not be slow until PostgreSQL's
 *  next autovacuum. */
export async function analyzeTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`ANALYZE ${client.escapeIdentifier(table)}`);
}

/** Makes the sequencer log the tenant's events, which have their old times. Only the owner may do so. */
export async function resequenceFromOldest(db: Queryable): Promise<void> {
  await db.execute(write`
    SELECT atrium_log_again_from(id) FROM audit_events WHERE tenant_id = ${db.tenantId}::uuid ORDER BY id LIMIT 1`);
}
