import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** State of the logs of all tenants. */
export interface LogSignals {
  /** Events that are not in a log yet; counted up to 10,000. */
  waiting: number;
  /** Age of the oldest of them, in seconds. */
  oldestSeconds: number;
  /** Whether the trail is being scanned for events that are not in a log. */
  looking: boolean;
  /** Refused logs: they do not match what was signed, and nothing is appended. */
  refused: number;
  /** Logs that a witness has failed to cosign more than twice in a row, counted per witness. */
  uncosigned: number;
}

/** Reads the state of the logs of all tenants.
 *  @param witnesses verifiers of the operator's witnesses
 *  @throws DatabaseError if PostgreSQL is unavailable */
export async function readLogSignals(witnesses: readonly string[]): Promise<LogSignals> {
  const found = await unscoped.first(lock<LogSignals>`
    SELECT waiting, oldest_seconds, looking, refused, uncosigned FROM atrium_log_signals(${[...witnesses]}::text[])`);
  if (!found) throw new Error("unreachable: the function answers one row");
  return found;
}

/** Lists the refused logs with their tenants and times, the oldest refusal first.
 *  @param db a transaction of the platform; any other sees nothing */
export function readRefusedLogs(
  db: Queryable,
  atMost: number,
): Promise<{ publicId: string; refusedAt: Date }[]> {
  return db.query(read<{ publicId: string; refusedAt: Date }>`
    SELECT public_id, refused_at FROM atrium_refused_logs(${atMost}::int)`);
}

/** A transaction that holds the cursor of sequencing or of counting. */
export interface CursorHolder {
  cursorName: string;
  pid: number;
  database: string;
  application: string;
  /** Null if PostgreSQL hides it from the owner of the tables. */
  since: Date | null;
  /** Its age by PostgreSQL's clock; null as `since`. */
  seconds: number | null;
}

/** Lists the transactions that delay sequencing or counting, the longest first.
 *  @param db a transaction of the platform; any other sees nothing */
export function readCursorHolders(db: Queryable): Promise<CursorHolder[]> {
  return db.query(read<CursorHolder>`
    SELECT DISTINCT ON (cursor_name, pid) cursor_name, pid, database, application, since,
      GREATEST(0, extract(epoch FROM clock_timestamp() - since))::float8 AS seconds
    FROM atrium_cursor_holders()`);
}
