import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { weakForm } from "@/lib/core/passwords/weak-forms";
import {
  deleteOldProblems,
  insertLines,
  insertProblems,
  type StagedLine,
} from "@/lib/features/migration/import/import-line-store";
import {
  IMPORTS_AT_ONCE,
  type ImportedLine,
  type ImportMode,
  type LineProblem,
  MOST_PROBLEMS,
  STAGED_AT_ONCE,
  type UserImport,
} from "@/lib/features/migration/import/user-import";
import {
  countReceived,
  endImport,
  insertImport,
  lockImports,
  renewLease,
  startImport,
} from "@/lib/features/migration/import/user-import-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { seal } from "@/lib/kernel/crypto/seal";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { singleton } from "@/lib/kernel/process/singleton";

/** Receives an import of users from another system: stages the lines while they arrive, and leaves the rest
 *  to the worker (`applyUserImports`). Memory does not grow with the number of lines. If the upload is
 *  interrupted, nothing is applied. The client can send all of it again, because users are identified by
 *  external id or address.
 *  @param brought the validated lines
 *  @returns the running import
 *  @throws ServiceError `conflict` if too many imports are under way, or this one is cancelled meanwhile;
 *  and all errors of the lines */
export async function receiveUsers(
  caller: Caller,
  options: { mode: ImportMode; dryRun: boolean },
  brought: AsyncIterable<ImportedLine>,
  onLines: (created: UserImport, lines: number) => void = () => {},
): Promise<UserImport> {
  const created = await begin(caller, options);
  const lease = setInterval(() => {
    // If the lease cannot be renewed now, the next attempt may succeed.
    inTransaction(caller, (db) => renewLease(db, created.id)).catch(() => {});
  }, RENEW_MS).unref();
  uploads.underWay += 1;
  try {
    const lines = await stageAll(caller, created.id, brought, (count) => onLines(created, count));
    if (lines === 0)
      throw new ServiceError("unprocessable", { detail: "The import has no lines." });
    return await start(caller, created.id);
  } catch (error) {
    await fail(caller, created.id);
    throw error;
  } finally {
    clearInterval(lease);
    uploads.underWay -= 1;
  }
}

/** Interval for renewing the lease of an import that is being received, in milliseconds: a few times
 *  shorter than the lease (`atrium_holds_lease`). */
const RENEW_MS = 5_000;

/** Bytes of lines that all uploads of a process buffer at most, and one of them: half is staged while half
 *  is read. */
const [ALL_HOLD, ONE_HOLDS] = [64 * 1024 ** 2, 8_000_000];
const uploads = singleton("uploads", () => ({ underWay: 0 }));

/** Bytes that an upload may read before it stages them.
 *  @param underWay number of uploads of the process */
export function readAtMost(underWay: number): number {
  return Math.min(ONE_HOLDS, ALL_HOLD / underWay) / 2;
}

function begin(
  caller: Caller,
  options: { mode: ImportMode; dryRun: boolean },
): Promise<UserImport> {
  return inTransaction(caller, async (db) => {
    const { actor, context } = caller;
    await lockImports(db);
    await deleteOldProblems(db);
    const created = await insertImport(db, { ...options, actor, context, at: now() });
    if (!created)
      throw new ServiceError("conflict", {
        detail: `${IMPORTS_AT_ONCE} imports are under way in this environment: wait for one, or cancel it.`,
      });
    await recordAuditEvent(db, {
      kind: "user_import.created",
      actor,
      context,
      targets: [{ type: "user_import", id: created.id }],
      metadata: { mode: options.mode, dry_run: options.dryRun },
    });
    return created;
  });
}

async function stageAll(
  caller: Caller,
  importId: string,
  brought: AsyncIterable<ImportedLine>,
  onLines: (lines: number) => void,
): Promise<number> {
  let last = 0;
  let held = 0;
  let staged: StagedLine[] = [];
  let problems: LineProblem[] = [];
  // The database stages some lines while the next ones are read.
  let under: Promise<void> = Promise.resolve();
  const flush = async () => {
    const lines = { staged, problems, lines: last };
    [staged, problems, held] = [[], [], 0];
    await under;
    if (lines.staged.length + lines.problems.length === 0) return;
    under = stage(caller, importId, lines).then(() => onLines(lines.lines));
    // The caller that awaits it gets the error.
    under.catch(() => {});
  };
  try {
    for await (const one of brought) {
      if ("problem" in one) {
        problems.push(one.problem);
        held += MOST_FIELDS;
        last = one.problem.line;
      } else {
        const line = stagedLine(importId, one);
        staged.push(line);
        held += MOST_FIELDS + line.memberships.length * MOST_OF_A_PLACE;
        last = one.line;
      }
      if (staged.length + problems.length >= STAGED_AT_ONCE || held > readAtMost(uploads.underWay))
        await flush();
    }
    await flush();
    await under;
  } catch (error) {
    await under.catch(() => {});
    throw error;
  }
  return last;
}

/** Maximum number of bytes of a line, and of each membership in it. */
const [MOST_FIELDS, MOST_OF_A_PLACE] = [2_000, 320];
/** Bytes of a line in the database beside its texts: ids, times and three indexes. */
const ROW_BYTES = 300;

function stagedLine(
  importId: string,
  { line, user: { password, ...user } }: Extract<ImportedLine, { line: number }>,
): StagedLine {
  const weak = password && "weak" in password ? password.weak : null;
  return {
    ...user,
    line,
    passwordHash: password && "stored" in password ? password.stored : null,
    sealedWeakHash: weak && seal("imported-hash", `${importId}:${line}`, weakForm(weak)),
  };
}

function stage(
  caller: Caller,
  importId: string,
  {
    staged,
    problems,
    lines,
  }: { staged: readonly StagedLine[]; problems: readonly LineProblem[]; lines: number },
): Promise<void> {
  return inTransaction(caller, async (db) => {
    const counted = await countReceived(db, importId, {
      lines,
      refusedByCode: byCode(problems),
      bytes: staged.reduce((sum, line) => sum + bytesOf(line), 0),
    });
    if (!counted) throw over();
    if (!counted.hasRoom)
      throw new ServiceError("conflict", {
        detail:
          "Imports of this environment have as many lines waiting as may wait: wait for one to end.",
      });
    if (staged.length > 0) await insertLines(db, importId, staged);
    const before = counted.refused - problems.length;
    const stored = problems.slice(0, Math.max(0, MOST_PROBLEMS - before));
    if (stored.length > 0) await insertProblems(db, importId, stored);
  });
}

function byCode(problems: readonly LineProblem[]): UserImport["refusedByCode"] {
  return Object.fromEntries(
    [...Map.groupBy(problems, ({ code }) => code)].map(([code, those]) => [code, those.length]),
  );
}

function bytesOf(line: StagedLine): number {
  const texts = [line.email, line.email, line.externalId, line.displayName, line.passwordHash];
  const places = line.memberships.reduce(
    (sum, { organization, role }) => sum + organization.length + role.length + 32,
    line.sealedWeakHash?.length ?? 0,
  );
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), ROW_BYTES + places);
}

function start(caller: Caller, importId: string): Promise<UserImport> {
  return inTransaction(caller, async (db) => {
    const started = await startImport(db, importId);
    if (!started) throw over();
    await enqueueJob(db, "users.import", {});
    return started;
  });
}

function over(): ServiceError {
  return new ServiceError("conflict", { detail: "The import was ended while its lines arrived." });
}

/** Marks the import as failed, as lines are applied all or not at all. If that fails, the worker notices
 *  the expired lease. */
async function fail(caller: Caller, importId: string): Promise<void> {
  await inTransaction(caller, (db) => endImport(db, importId, "failed", now())).catch(() => {});
}
