import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseError } from "pg";
import { isOutsideTransaction, runOutsideTransaction } from "./outside-transaction";

/** Timeouts by which a migration yields to other users of its tables. */
export interface Patience {
  /** Longest wait for a lock, in milliseconds. Statements that need the table meanwhile queue behind the
   *  migration, so it has to be short. */
  lockTimeoutMs: number;
  /** Pause after a lock timeout, in milliseconds, which lets the queued statements run. */
  pauseMs: number;
  /** Time after which the migration fails, in milliseconds. */
  giveUpAfterMs: number;
}

interface Migration {
  name: string;
  script: string;
}

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
/** Table, object, function, column and schema that exist already. */
const EXISTS_ALREADY = ["42P07", "42710", "42723", "42701", "42P06"];

/** The table in which Prisma's own tools record applied migrations, as they create it. */
export const HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** Applies one migration. Its script and its row in the history are one transaction: if the process or the
 *  connection ends, either both are there or neither, and the next start resumes. A lock that another
 *  transaction holds is requested repeatedly, each time briefly. Statements that cannot run in a transaction
 *  are sent one by one, and the row is written last.
 *  @throws PostgreSQL's error, when nothing of the migration was done; or less than all, outside of a
 *  transaction */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  patience: Patience,
  log: (line: string) => void,
): Promise<void> {
  const giveUpAt = performance.now() + patience.giveUpAfterMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (isOutsideTransaction(migration.script))
        return await applyOutside(client, migration, patience);
      return await applyOnce(client, migration, patience.lockTimeoutMs);
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : undefined;
      const inTheWay = code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
      if (!inTheWay || performance.now() > giveUpAt) throw error;
      if (attempt === 1) log(`${migration.name} waits for a table that is in use`);
      await sleep(patience.pauseMs);
    }
  }
}

async function applyOutside(
  client: pg.Client,
  { name, script }: Migration,
  { lockTimeoutMs, giveUpAfterMs }: Patience,
): Promise<void> {
  await runOutsideTransaction(client, script, { shortMs: lockTimeoutMs, longMs: giveUpAfterMs });
  await inTransaction(client, async () => {
    await discardUnfinished(client, name);
    await recordApplied(client, { name, script });
  });
}

async function applyOnce(
  client: pg.Client,
  { name, script }: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  await inTransaction(client, async () => {
    // Before the script: no other process changes the history, and its row needs no lock that others hold.
    const unfinished = await discardUnfinished(client, name);
    await client.query(`SET LOCAL lock_timeout = ${Math.floor(lockTimeoutMs)}`);
    await client.query("SAVEPOINT script");
    await client.query(script).catch(async (error: unknown) => {
      if (!unfinished || !existsAlready(error)) throw error;
      // An earlier version recorded the end of a migration after its script, which was a transaction of its
      // own: a process that ended in between had done everything but the record.
      await client.query("ROLLBACK TO SAVEPOINT script");
    });
    await recordApplied(client, { name, script });
  });
}

/** @returns the number of history rows of this migration that started and did not finish */
async function discardUnfinished(client: pg.Client, name: string): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
  return rowCount ?? 0;
}

async function recordApplied(client: pg.Client, { name, script }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), createHash("sha256").update(script).digest("hex"), name],
  );
}

function existsAlready(error: unknown): boolean {
  return error instanceof DatabaseError && EXISTS_ALREADY.includes(error.code ?? "");
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    // A lost connection has rolled back already; the error that ended it matters.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
