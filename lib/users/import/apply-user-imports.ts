import { setTimeout as pause } from "node:timers/promises";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { missing } from "@/lib/errors";
import { logger } from "@/lib/process/logger";
import { applyLines, findByKeys } from "@/lib/users/import/apply-lines-store";
import { deleteLines } from "@/lib/users/import/import-line-store";
import {
  isUnderWay,
  LINES_AT_ONCE,
  type RunningImport,
  type UserImport,
} from "@/lib/users/import/user-import";
import {
  countApplied,
  endImport,
  findImport,
  findImportsToApply,
  holdRunningImport,
} from "@/lib/users/import/user-import-store";
import { wrapNextHashes } from "@/lib/users/import/wrap-next-hashes";

/** Imports that one round looks at; the next round begins with those that waited longest. */
const AT_ONCE = 50;
/** How long one job works; the next one goes on where it stopped. Shorter than a job may take. */
const SLICE_MS = 10 * 60_000;
/** After each batch the worker rests for this part of the time that the batch took, so that whoever signs in
 *  meanwhile has most of the database. */
const REST = 1;
/** How long to wait for another worker's batch. */
const WAIT_MS = 250;
/** Lines of an import that is over, deleted in one transaction. */
const DELETED_AT_ONCE = 5000;

/** Applies the lines of all imports that are under way, a batch of each in turn, until there are none or the slice of time
 *  is over. Any number of workers may do so at once: an import is one worker's for the time of a batch. A worker that dies
 *  undoes its batch, and another goes on behind the last whole one.
 *  @returns how many lines it applied */
export async function applyUserImports(sliceMs = SLICE_MS): Promise<number> {
  const until = performance.now() + sliceMs;
  const failed = new Set<string>();
  let applied = 0;
  for (;;) {
    const found = await findImportsToApply(AT_ONCE);
    let worked = false;
    for (const { importId, isAbandoned, ...scope } of found) {
      if (performance.now() > until) return applied;
      if (failed.has(importId)) continue;
      const began = performance.now();
      const work = isAbandoned ? abandon(scope, importId) : turn(scope, importId);
      // What fails for one keeps no other from its turn; the next job tries it again.
      const lines = await work.catch((err: unknown) => {
        failed.add(importId);
        logger.error({ err, importId }, "a batch of an import failed");
        return null;
      });
      applied += lines ?? 0;
      worked ||= lines !== null;
      await pause((performance.now() - began) * REST);
    }
    if (!worked) return applied;
  }
}

/** Applies the lines of one import until it is over, beside any worker.
 *  @param onBatch called after each batch */
export async function applyUserImport(
  scope: TenantScope,
  importId: string,
  onBatch: (one: UserImport) => void,
): Promise<UserImport> {
  for (;;) {
    const began = performance.now();
    const lines = await turn(scope, importId);
    const one = await inTransaction(scope, (db) => findImport(db, importId));
    if (!one) throw missing();
    onBatch(one);
    if (!isUnderWay(one)) return one;
    // Another worker is at it.
    await pause(lines === null ? WAIT_MS : (performance.now() - began) * REST);
  }
}

/** One batch of an import.
 *  @returns how many lines were applied; null when another worker is at it */
async function turn(scope: TenantScope, importId: string): Promise<number | null> {
  if (await wrapNextHashes(scope, importId)) return 0;
  const outcome = await inTransaction(scope, async (db) => {
    const held = await holdRunningImport(db, importId);
    if (!held) return null;
    await findByKeys(db);
    const through = Math.min(held.applied + LINES_AT_ONCE, held.lines);
    const { wanted, ...figures } = await applyLines(db, held, through, now());
    if (figures.created < wanted) throw new UserMadeMeanwhile();
    await countApplied(db, importId, { applied: through, ...figures });
    const ended = through < held.lines ? null : await complete(db, held);
    return { lines: through - held.applied, isOver: ended !== null };
  }).catch((error: unknown) => {
    // The next turn finds that user.
    if (error instanceof UserMadeMeanwhile) return { lines: 0, isOver: false };
    throw error;
  });
  if (outcome?.isOver) await clear(scope, importId);
  return outcome?.lines ?? null;
}

/** Somebody created a user between the judgement of a line and its insert. */
class UserMadeMeanwhile extends Error {}

async function complete(
  db: Parameters<typeof endImport>[0],
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

/** Its sender is gone: what arrived is not applied. */
async function abandon(scope: TenantScope, importId: string): Promise<number> {
  await inTransaction(scope, (db) => endImport(db, importId, "failed", now()));
  await clear(scope, importId);
  return 0;
}

/** Deletes what waited. What is left when a worker dies here is swept (`sweepUserImports`). */
async function clear(scope: TenantScope, importId: string): Promise<void> {
  for (;;) {
    const deleted = await inTransaction(scope, (db) => deleteLines(db, importId, DELETED_AT_ONCE));
    if (deleted < DELETED_AT_ONCE) return;
  }
}
