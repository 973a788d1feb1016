import {
  IMPORTS_AT_ONCE,
  type ImportMode,
  type ImportStatus,
  MOST_STAGED_BYTES,
  type RunningImport,
  type UserImport,
} from "@/lib/features/migration/import/user-import";
import type { Actor, RequestContext, TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read, sql } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

// The process that receives an import renews its lease every few seconds. An import with an expired lease
// has failed, even before a worker has noticed.
const isLost = sql`(status = 'receiving' AND NOT atrium_holds_lease(touched_at))`;
const isReceiving = sql`status = 'receiving' AND atrium_holds_lease(touched_at)`;

const columns = sql`
  id, CASE WHEN ${isLost} THEN 'failed' ELSE status END AS status, mode, dry_run, lines, applied, created, updated, unchanged, refused,
  refused_by_code, created_at, CASE WHEN ${isLost} THEN touched_at ELSE finished_at END AS finished_at`;

/** Adds further counts to the counts of refused lines by code. */
const andMore = (counts: UserImport["refusedByCode"]) => sql`(
  SELECT COALESCE(jsonb_object_agg(code, lines), '{}') FROM (
    SELECT code, sum(lines::int) AS lines FROM (
      SELECT * FROM jsonb_each_text(refused_by_code) UNION ALL
      SELECT * FROM jsonb_each_text(${JSON.stringify(counts)}::jsonb)) AS c (code, lines) GROUP BY code) AS s)`;

/** Serialises the start of imports of the environment until the transaction ends, so that they can be
 *  counted. */
export async function lockImports(db: Queryable): Promise<void> {
  await db.execute(lock`
    SELECT pg_advisory_xact_lock(hashtextextended(${`imports ${db.environmentId}`}, 0))`);
}

/** Adds an import, unless too many are under way in the environment.
 *  @returns null if there are too many */
export function insertImport(
  db: Queryable,
  input: { mode: ImportMode; dryRun: boolean; actor: Actor; context: RequestContext; at: Date },
): Promise<UserImport | null> {
  return db.first(lock<UserImport>`
    INSERT INTO user_imports (tenant_id, environment_id, mode, dry_run, actor, context, created_at, touched_at)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${input.mode}::user_import_mode,
      ${input.dryRun}::boolean, ${JSON.stringify(input.actor)}::jsonb, ${JSON.stringify(input.context)}::jsonb,
      ${input.at}::timestamptz, now()
    WHERE (SELECT count(*) FROM user_imports
      WHERE environment_id = ${db.environmentId}::uuid AND finished_at IS NULL AND NOT ${isLost}) < ${IMPORTS_AT_ONCE}::int
    RETURNING ${columns}`);
}

/** Lists imports of the environment, the newest first. */
export function listImports(db: Queryable): Promise<UserImport[]> {
  return db.query(read<UserImport>`
    SELECT ${columns} FROM user_imports WHERE environment_id = ${db.environmentId}::uuid ORDER BY id DESC`);
}

export function findImport(db: Queryable, id: string): Promise<UserImport | null> {
  return db.first(read<UserImport>`
    SELECT ${columns} FROM user_imports
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid`);
}

/** Returns a running import, and locks it until the transaction ends; null if it is not running, or another
 *  worker has locked it. */
export function holdRunningImport(db: Queryable, id: string): Promise<RunningImport | null> {
  return db.first(lock<RunningImport>`
    SELECT ${columns}, actor, context FROM user_imports
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND status = 'running'
    FOR UPDATE SKIP LOCKED`);
}

/** Counts received lines.
 *  @returns the number of lines refused so far, and whether the environment has room for the staged lines;
 *  null if the import accepts no more lines */
export function countReceived(
  db: Queryable,
  id: string,
  received: { lines: number; refusedByCode: UserImport["refusedByCode"]; bytes: number },
): Promise<{ refused: number; hasRoom: boolean } | null> {
  const refused = Object.values(received.refusedByCode).reduce((sum, one) => sum + one, 0);
  return db.first(lock<{ refused: number; hasRoom: boolean }>`
    WITH others AS (
      SELECT COALESCE(sum(staged_bytes), 0) AS bytes FROM user_imports
      WHERE environment_id = ${db.environmentId}::uuid AND finished_at IS NULL AND NOT ${isLost} AND id <> ${id}::uuid)
    UPDATE user_imports
    SET lines = ${received.lines}::int, refused = refused + ${refused}::int, refused_by_code = ${andMore(received.refusedByCode)},
      staged_bytes = staged_bytes + ${received.bytes}::bigint, touched_at = now()
    FROM others
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND ${isReceiving}
    RETURNING refused, others.bytes + staged_bytes <= ${MOST_STAGED_BYTES}::bigint AS has_room`);
}

/** Renews the lease of an import that is being received. */
export async function renewLease(db: Queryable, id: string): Promise<void> {
  await db.execute(lock`
    UPDATE user_imports SET touched_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND ${isReceiving}`);
}

/** Counts applied lines. */
export async function countApplied(
  db: Queryable,
  id: string,
  {
    applied,
    ...figures
  }: Pick<
    UserImport,
    "applied" | "created" | "updated" | "unchanged" | "refused" | "refusedByCode"
  >,
): Promise<void> {
  await db.execute(lock`
    UPDATE user_imports
    SET applied = ${applied}::int, created = created + ${figures.created}::int, updated = updated + ${figures.updated}::int,
      unchanged = unchanged + ${figures.unchanged}::int, refused = refused + ${figures.refused}::int,
      refused_by_code = ${andMore(figures.refusedByCode)}, touched_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid`);
}

/** Starts applying the lines of an import.
 *  @returns null if it is not being received any more */
export function startImport(db: Queryable, id: string): Promise<UserImport | null> {
  return db.first(lock<UserImport>`
    UPDATE user_imports SET status = 'running', touched_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND ${isReceiving}
    RETURNING ${columns}`);
}

/** Ends an import that is under way.
 *  @returns null if it had ended before */
export function endImport(
  db: Queryable,
  id: string,
  status: Extract<ImportStatus, "completed" | "failed" | "cancelled">,
  at: Date,
): Promise<UserImport | null> {
  return db.first(lock<UserImport>`
    UPDATE user_imports SET status = ${status}::user_import_status, finished_at = ${at}::timestamptz
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND finished_at IS NULL
    RETURNING ${columns}`);
}

/** Marks an import with an expired lease as failed. */
export async function failLost(db: Queryable, id: string): Promise<void> {
  await db.execute(lock`
    UPDATE user_imports SET status = 'failed', finished_at = touched_at
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND ${isLost}`);
}

/** Lists imports of all tenants that need a worker, the longest wait first. */
export function findImportsToApply(
  atMost: number,
): Promise<(TenantScope & { importId: string; isAbandoned: boolean })[]> {
  return unscoped.query(read<TenantScope & { importId: string; isAbandoned: boolean }>`
    SELECT import_id, tenant_id, environment_id, is_abandoned FROM atrium_user_imports(${atMost}::int)`);
}
