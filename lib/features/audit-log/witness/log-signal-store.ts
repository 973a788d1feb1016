import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** How far the logs of all tenants are. */
export interface LogSignals {
  /** Events that are in no log yet; more than 10,000 are not told apart. */
  waiting: number;
  /** How long the oldest of them waits. */
  oldestSeconds: number;
  /** Whether the trail is looked through for events that are in no log. */
  looking: boolean;
  /** Logs to which nothing is appended, because they are not as they were signed. */
  refused: number;
  /** Logs that a witness has failed to cosign more than twice in a row, counted for each witness. */
  uncosigned: number;
}

/** How far the logs of all tenants are.
 *  @param witnesses the verifiers of those who are named
 *  @throws DatabaseError when PostgreSQL is away */
export async function readLogSignals(witnesses: readonly string[]): Promise<LogSignals> {
  const found = await unscoped.first(lock<LogSignals>`
    SELECT waiting, oldest_seconds, looking, refused, uncosigned FROM atrium_log_signals(${[...witnesses]}::text[])`);
  if (!found) throw new Error("unreachable: the function answers one row");
  return found;
}

/** The logs that are refused, the one that has been for longest first: whose they are, and since when.
 *  @param db of the platform; of any other tenant there is nothing to see */
export function readRefusedLogs(
  db: Queryable,
  atMost: number,
): Promise<{ publicId: string; refusedAt: Date }[]> {
  return db.query(read<{ publicId: string; refusedAt: Date }>`
    SELECT public_id, refused_at FROM atrium_refused_logs(${atMost}::int)`);
}

/** A transaction that holds the cursor of the log or of counting. */
export interface CursorHolder {
  cursorName: string;
  pid: number;
  database: string;
  application: string;
  /** Null where PostgreSQL keeps it from the owner of the tables. */
  since: Date | null;
  /** How long it has run, by PostgreSQL's clock; null as `since`. */
  seconds: number | null;
}

/** Who holds back what comes into logs, or is counted: the longest first.
 *  @param db of the platform; of any other tenant there is nothing to see */
export function readCursorHolders(db: Queryable): Promise<CursorHolder[]> {
  return db.query(read<CursorHolder>`
    SELECT DISTINCT ON (cursor_name, pid) cursor_name, pid, database, application, since,
      GREATEST(0, extract(epoch FROM clock_timestamp() - since))::float8 AS seconds
    FROM atrium_cursor_holders()`);
}
