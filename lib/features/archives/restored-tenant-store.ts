import type pg from "pg";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

// What only the owner of the database may do, on a connection of the owner.

/** Says that rows come from an archive, until the transaction ends: what refuses rows that come late, and counts those that come,
 *  lets them pass (prisma/functions/frozen.sql, installation-capacity.sql). */
export async function beginRestoring(db: Queryable): Promise<void> {
  await db.query(read`SELECT set_config('atrium.restoring', 'on', true)`);
}

/** Has other restores of the tenant find that this one is under way, until the transaction ends.
 *  @returns false when another one is */
export async function claimRestoring(db: Queryable): Promise<boolean> {
  const row = await db.first(lock<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('atrium restore ' || ${db.tenantId}::text, 0)) AS mine`);
  return row?.mine === true;
}

/** Whether the installation has a tenant of this id or public id. */
export async function isThere(
  db: Queryable,
  { id, publicId }: { id: string; publicId: string },
): Promise<boolean> {
  const row = await db.first(
    read`SELECT 1 AS one FROM tenants WHERE id = ${id}::uuid OR public_id = ${publicId}`,
  );
  return row !== null;
}

/** Adds rows to a table, as the tenant's, whatever they say (`atrium_restore_rows`).
 *  @param rows a JSON list of rows as an archive has them
 *  @returns how many there were */
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

/** Makes partitions for events that are older than those of the installation, apart from what uses them: a table that is attached
 *  holds up whoever reads its parent until its transaction ends. */
export async function fillPartitions(client: pg.Client): Promise<void> {
  await client.query("SELECT atrium_fill_partitions('audit_events')");
}

/** Whether an event of the tenant lies in no partition of its time. */
export async function hasStrayEvents(db: Queryable): Promise<boolean> {
  const there = await db.first(read<{ there: boolean }>`
    SELECT to_regclass('partitions.audit_events_default') IS NOT NULL AS there`);
  if (!there?.there) return false;
  const row = await db.first(read`
    SELECT 1 AS one FROM partitions.audit_events_default WHERE tenant_id = ${db.tenantId}::uuid LIMIT 1`);
  return row !== null;
}

/** Has the planner know the tables that have grown at once: sign-ins should not wait for the next look of PostgreSQL. */
export async function analyzeTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`ANALYZE ${client.escapeIdentifier(table)}`);
}

/** Has the sequencer find the tenant's events, which are as old as they were. The owner alone may do so. */
export async function logAgainFromOldest(db: Queryable): Promise<void> {
  await db.execute(write`
    SELECT atrium_log_again_from(id) FROM audit_events WHERE tenant_id = ${db.tenantId}::uuid ORDER BY id LIMIT 1`);
}
