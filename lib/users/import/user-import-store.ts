import type { Actor, RequestContext, TenantScope } from "@/lib/caller";
import { lock, type Queryable, read, sql } from "@/lib/db/queryable";
import { unscoped } from "@/lib/db/unscoped";
import {
  IMPORTS_AT_ONCE,
  type ImportMode,
  type ImportStatus,
  type RunningImport,
  type UserImport,
} from "@/lib/users/import/user-import";

const columns = sql`
  id, status, mode, dry_run, lines, applied, created, updated, unchanged, refused, created_at, finished_at`;

/** Lets imports of the environment begin one after the other until the transaction ends, so that they can be counted. */
export async function takeTurnToBegin(db: Queryable): Promise<void> {
  await db.execute(lock`
    SELECT pg_advisory_xact_lock(hashtextextended(${`imports ${db.environmentId}`}, 0))`);
}

/** Begins an import, unless as many are under way in the environment as may be.
 *  @returns null when there are */
export function insertImport(
  db: Queryable,
  wanted: { mode: ImportMode; dryRun: boolean; actor: Actor; context: RequestContext; at: Date },
): Promise<UserImport | null> {
  return db.first(lock<UserImport>`
    INSERT INTO user_imports (tenant_id, environment_id, mode, dry_run, actor, context, created_at, touched_at)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${wanted.mode}::user_import_mode,
      ${wanted.dryRun}::boolean, ${JSON.stringify(wanted.actor)}::jsonb, ${JSON.stringify(wanted.context)}::jsonb,
      ${wanted.at}::timestamptz, now()
    WHERE (SELECT count(*) FROM user_imports
      WHERE environment_id = ${db.environmentId}::uuid AND finished_at IS NULL) < ${IMPORTS_AT_ONCE}::int
    RETURNING ${columns}`);
}

/** Imports of the environment, the newest first. */
export function listImports(db: Queryable): Promise<UserImport[]> {
  return db.query(read<UserImport>`
    SELECT ${columns} FROM user_imports WHERE environment_id = ${db.environmentId}::uuid ORDER BY id DESC`);
}

export function findImport(db: Queryable, id: string): Promise<UserImport | null> {
  return db.first(read<UserImport>`
    SELECT ${columns} FROM user_imports
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid`);
}

/** An import whose lines are applied, held until the transaction ends; null when it is not running, or another worker is at
 *  it. */
export function holdRunningImport(db: Queryable, id: string): Promise<RunningImport | null> {
  return db.first(lock<RunningImport>`
    SELECT ${columns}, actor, context FROM user_imports
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND status = 'running'
    FOR UPDATE SKIP LOCKED`);
}

/** Counts lines that arrived.
 *  @returns whether the import still takes lines */
export async function countReceived(
  db: Queryable,
  id: string,
  { lines, refused }: { lines: number; refused: number },
): Promise<boolean> {
  const counted = await db.execute(lock`
    UPDATE user_imports SET lines = ${lines}::int, refused = refused + ${refused}::int, touched_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND status = 'receiving'`);
  return counted === 1;
}

/** Counts lines that were applied. */
export async function countApplied(
  db: Queryable,
  id: string,
  {
    applied,
    ...figures
  }: Pick<UserImport, "applied" | "created" | "updated" | "unchanged" | "refused">,
): Promise<void> {
  await db.execute(lock`
    UPDATE user_imports
    SET applied = ${applied}::int, created = created + ${figures.created}::int, updated = updated + ${figures.updated}::int,
      unchanged = unchanged + ${figures.unchanged}::int, refused = refused + ${figures.refused}::int, touched_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid`);
}

/** Lets the lines of an import be applied.
 *  @returns null when it no longer receives any */
export function startImport(db: Queryable, id: string): Promise<UserImport | null> {
  return db.first(lock<UserImport>`
    UPDATE user_imports SET status = 'running', touched_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${id}::uuid AND status = 'receiving'
    RETURNING ${columns}`);
}

/** Ends an import that is under way.
 *  @returns null when it was over before */
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

/** Imports of every tenant that a worker has to do with, the one that waited longest first. */
export function findImportsToApply(
  atMost: number,
): Promise<(TenantScope & { importId: string; isAbandoned: boolean })[]> {
  return unscoped.query(read<TenantScope & { importId: string; isAbandoned: boolean }>`
    SELECT import_id, tenant_id, environment_id, is_abandoned FROM atrium_user_imports(${atMost}::int)`);
}
