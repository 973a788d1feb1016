import { setTimeout as pause } from "node:timers/promises";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { applyLines, findByKeys } from "@/lib/features/migration/import/apply-lines-store";
import { deleteLines } from "@/lib/features/migration/import/import-line-store";
import { ImportThrottle } from "@/lib/features/migration/import/pace";
import {
  isUnderWay,
  LINES_AT_ONCE,
  type RunningImport,
  SUSPENDED_BY_IMPORT,
  type UserImport,
} from "@/lib/features/migration/import/user-import";
import {
  countApplied,
  endImport,
  failLost,
  findImport,
  findImportsToApply,
  holdRunningImport,
} from "@/lib/features/migration/import/user-import-store";
import { wrapNextHashes } from "@/lib/features/migration/import/wrap-next-hashes";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { analyzeGrown } from "@/lib/kernel/db/analyze-grown";
import { databaseFailureOf, isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction, partOf, type Transaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { inBulkTurn } from "@/lib/kernel/process/bulk-turn";
import { logger } from "@/lib/kernel/process/logger";

/** Imports in one round. The next round begins with those that have waited longest. */
const AT_ONCE = 50;
/** Duration of one job, which the next one continues. Shorter than a job's time limit. */
const SLICE_MS = 10 * 60_000;
/** Wait for another worker's batch, in milliseconds. */
const WAIT_MS = 250;
/** Lines of a finished import that one transaction deletes. */
const DELETED_AT_ONCE = 5000;
/** After this many lines of an import, PostgreSQL's statistics show that its tables are large. */
const ANALYZED_LINES = 20_000;
/** Divisor of the size of a batch that exceeded PostgreSQL's time limit. */
const SHRINK = 4;

/** Batch size of each import for which five hundred lines took too long. */
type BatchSizes = Map<string, number>;

/** Applies the lines of all running imports, a batch of each in turn, until there are none or the time is
 *  over. Any number of workers may run it: a worker locks an import for the time of a batch. If a worker
 *  crashes, its batch is rolled back, and another worker continues after the last complete one.
 *  @returns the number of lines applied */
export async function applyUserImports(sliceMs = SLICE_MS): Promise<number> {
  const until = performance.now() + sliceMs;
  const failed = new Set<string>();
  const sizes: BatchSizes = new Map();
  const pace = new ImportThrottle();
  let applied = 0;
  for (;;) {
    const found = await findImportsToApply(AT_ONCE);
    let worked = false;
    for (const { importId, isAbandoned, ...scope } of found) {
      if (performance.now() > until) return applied;
      if (failed.has(importId)) continue;
      const work = isAbandoned ? abandon(scope, importId) : turn(scope, importId, sizes);
      // A failure of one import does not stop the others; the next job retries it.
      const done = await work.catch((err: unknown) => {
        failed.add(importId);
        logger.error({ err, importId }, "a batch of an import failed");
        return noTurn;
      });
      applied += done.lines ?? 0;
      worked ||= done.lines !== null;
      await pause(pace.delayAfter(done.lines, done.tookMs));
    }
    if (!worked) return applied;
  }
}

/** Applies the lines of one import until it is finished. Other workers may help.
 *  @param onBatch called after each batch */
export async function applyUserImport(
  scope: TenantScope,
  importId: string,
  onBatch: (one: UserImport) => void,
): Promise<UserImport> {
  const sizes: BatchSizes = new Map();
  const pace = new ImportThrottle();
  for (;;) {
    const { lines, tookMs } = await turn(scope, importId, sizes);
    const one = await inTransaction(scope, (db) => findImport(db, importId));
    if (!one) throw missing();
    onBatch(one);
    if (!isUnderWay(one)) return one;
    // Null: another worker has locked the import.
    await pause(lines === null ? WAIT_MS : pace.delayAfter(lines, tookMs));
  }
}

/** Result of an import's turn. */
interface Turn {
  /** Number of lines applied; null if another worker has locked the import. */
  lines: number | null;
  /** Time for which it occupied a core, in milliseconds. */
  tookMs: number;
}

const noTurn: Turn = { lines: null, tookMs: 0 };

/** Applies one batch of an import. If the batch exceeds PostgreSQL's time limit, the next one is smaller;
 *  the size grows again once batches are fast.
 *  @throws if not even one line could be applied, or for another reason */
async function turn(scope: TenantScope, importId: string, sizes: BatchSizes): Promise<Turn> {
  let began = performance.now();
  const ended = (lines: number | null) => ({ lines, tookMs: performance.now() - began });
  try {
    if (await wrapNextHashes(scope, importId)) return ended(0);
    const outcome = await inBulkTurn(() => {
      began = performance.now();
      return inTransaction(scope, (db) => applyNext(db, scope, importId, sizes));
    });
    if (!outcome) return noTurn;
    grow(sizes, importId, performance.now() - began);
    if (outcome.isOver) await clear(scope, importId);
    if (outcome.through < ANALYZED_LINES) await updateStatistics();
    return ended(outcome.lines);
  } catch (error) {
    // Another request added one of the users meanwhile. The next turn will find that user.
    if (isUniqueViolation(error)) return ended(0);
    if (databaseFailureOf(error) !== "busy" || !shrink(sizes, importId)) throw error;
    logger.warn({ err: error, importId }, "a batch of an import took too long");
    return ended(0);
  }
}

/** Applies the next lines; returns null if another worker has locked the import. */
async function applyNext(db: Transaction, scope: TenantScope, importId: string, sizes: BatchSizes) {
  const held = await holdRunningImport(db, importId);
  if (!held) return null;
  await findByKeys(db);
  const size = Math.min(sizes.get(importId) ?? LINES_AT_ONCE, held.lines - held.applied);
  sizes.set(importId, size);
  const through = held.applied + size;
  const { suspended, reactivated, ...figures } = await applyLines(db, held, through, now());
  const caller = partOf(db, {
    ...scope,
    environmentKey: "",
    actor: held.actor,
    context: held.context,
  });
  for (const id of suspended.sort()) await suspendUser(caller, id, SUSPENDED_BY_IMPORT);
  for (const id of reactivated.sort()) await reactivateUser(caller, id);
  await countApplied(db, importId, { applied: through, ...figures });
  const ended = through < held.lines ? null : await complete(db, held);
  return { lines: size, through, isOver: ended !== null };
}

/** Makes the next batch smaller.
 *  @returns false if it is already a single line */
function shrink(sizes: BatchSizes, importId: string): boolean {
  const size = sizes.get(importId) ?? LINES_AT_ONCE;
  if (size <= 1) return false;
  sizes.set(importId, Math.max(1, Math.floor(size / SHRINK)));
  return true;
}

/** Makes the next batch larger, if it should still take at most half of a statement's time limit. */
function grow(sizes: BatchSizes, importId: string, tookMs: number): void {
  const size = sizes.get(importId);
  if (size !== undefined && tookMs * SHRINK < databaseDeadlines().statementMs / 2)
    sizes.set(importId, Math.min(size * SHRINK, LINES_AT_ONCE));
}

/** Updates the planner's statistics, so that sign-ins and the next batch find users by index. Otherwise
 *  PostgreSQL would keep to plans for small tables. */
async function updateStatistics(): Promise<void> {
  await analyzeGrown().catch((err: unknown) => {
    logger.warn({ err }, "PostgreSQL could not count again what an import has grown");
  });
}

async function complete(
  db: Queryable,
  { id, actor, context, mode, dryRun }: RunningImport,
): Promise<UserImport | null> {
  const ended = await endImport(db, id, "completed", now());
  if (!ended) return null;
  const { lines, created, updated, unchanged, refused } = ended;
  await recordAuditEvent(db, {
    kind: "user_import.completed",
    actor,
    context,
    targets: [{ type: "user_import", id }],
    metadata: { mode, dry_run: dryRun, lines, created, updated, unchanged, refused },
  });
  return ended;
}

/** Fails an import whose upload was interrupted: its lines are not applied. */
async function abandon(scope: TenantScope, importId: string): Promise<Turn> {
  const began = performance.now();
  await inTransaction(scope, (db) => failLost(db, importId));
  await clear(scope, importId);
  return { lines: 0, tookMs: performance.now() - began };
}

/** Deletes staged lines. If a worker crashes here, `sweepUserImports` deletes the rest. */
async function clear(scope: TenantScope, importId: string): Promise<void> {
  for (;;) {
    const deleted = await inTransaction(scope, (db) => deleteLines(db, importId, DELETED_AT_ONCE));
    if (deleted < DELETED_AT_ONCE) return;
  }
}
