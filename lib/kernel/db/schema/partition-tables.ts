import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseError } from "pg";
import type { Patience } from "./apply-migration";

/** Tables that are partitioned by time. */
const TABLES = ["audit_events", "sessions"] as const;
/** First migration whose service works on plain and on partitioned tables. */
const SINCE = "20261124000200_retention";
/** Hours for which servers of the previous version may still run: their statements need the plain tables. */
const ROLLING_HOURS = 24;

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** Turns plain tables into partitioned ones, and makes the partitions of the time to come. A table with rows
 *  becomes the first partition, once servers of the previous version are surely gone; its rows are validated
 *  before, without blocking others, so that the change itself is one of the catalogue. If the process ends,
 *  the next call resumes.
 *  @param waits whether a table with rows waits for a day after the migration; an operator may skip the wait
 *  @returns the names of the converted tables */
export async function partitionTables(
  client: pg.Client,
  options: { patience: Patience; log: (line: string) => void; waits: boolean },
): Promise<string[]> {
  const turned: string[] = [];
  const { rows } = await client.query<{ known: boolean }>(
    "SELECT to_regproc('atrium_make_partitions') IS NOT NULL AS known",
  );
  if (!rows[0]?.known) return turned;
  for (const table of TABLES) if (await convertTable(client, table, options)) turned.push(table);
  await withLockRetries(
    client,
    options,
    "the partitions to come",
    "SELECT atrium_make_partitions()",
  );
  return turned;
}

async function convertTable(
  client: pg.Client,
  table: string,
  options: { patience: Patience; log: (line: string) => void; waits: boolean },
): Promise<boolean> {
  const { rows } = await client.query<{ plain: boolean; full: boolean; over: boolean }>(
    `SELECT relkind = 'r' AS plain, EXISTS (SELECT FROM ${client.escapeIdentifier(table)}) AS full,
            COALESCE((SELECT finished_at < now() - make_interval(hours => $2) FROM _prisma_migrations
                      WHERE migration_name = $1 AND finished_at IS NOT NULL), false) AS over
     FROM pg_class WHERE oid = to_regclass($3)`,
    [SINCE, ROLLING_HOURS, `public.${table}`],
  );
  const [found] = rows;
  if (!found?.plain) return false;
  if (found.full && options.waits && !found.over) {
    options.log(
      `${table} will be partitioned a day after the upgrade, by a start or by db partition`,
    );
    return false;
  }
  const until = await endOfNextPeriod(client, table);
  if (found.full) {
    options.log(`partitioning ${table}`);
    const [name, before] = [table, `${table}_before`].map((one) => client.escapeIdentifier(one));
    const check = `ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${before},
      ADD CONSTRAINT ${before} CHECK (id < ${client.escapeLiteral(until.id)}) NOT VALID`;
    await withLockRetries(client, options, table, check);
    // Reads every row, and blocks only other changes of the table.
    await withLockRetries(
      client,
      options,
      table,
      `ALTER TABLE ${name} VALIDATE CONSTRAINT ${before}`,
    );
  }
  const [what, end] = [table, until.at].map((text) => client.escapeLiteral(text));
  await withLockRetries(client, options, table, `CALL atrium_partition_table(${what}, ${end})`);
  return true;
}

/** Returns the upper bound of the first partition. For a table with rows it covers this period and the next,
 *  to leave time for the conversion; an empty one begins now. */
async function endOfNextPeriod(
  client: pg.Client,
  table: string,
): Promise<{ at: string; id: string }> {
  const { rows } = await client.query<{ at: string; id: string }>(
    `SELECT at::text, atrium_first_id(at) AS id
     FROM (SELECT atrium_partition_end($1, atrium_partition_end($1, now())) AS at) period`,
    [table],
  );
  const [period] = rows;
  if (!period) throw new Error(`${table} has no period`);
  return period;
}

/** Runs a statement as a transaction that waits for a lock for moments only, and is retried. */
async function withLockRetries(
  client: pg.Client,
  { patience, log }: { patience: Patience; log: (line: string) => void },
  what: string,
  statement: string,
): Promise<void> {
  const giveUpAt = performance.now() + patience.giveUpAfterMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query("BEGIN");
      await client.query(`SET LOCAL lock_timeout = ${Math.floor(patience.lockTimeoutMs)}`);
      await client.query(statement);
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      const code = error instanceof DatabaseError ? error.code : undefined;
      const inTheWay = code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
      if (!inTheWay || performance.now() > giveUpAt) throw error;
      if (attempt === 1) log(`${what}: waits for a table that is in use`);
      await sleep(patience.pauseMs);
    }
  }
}
