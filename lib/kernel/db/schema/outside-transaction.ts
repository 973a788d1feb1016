import type pg from "pg";
import { statementsOf, withoutComments } from "./sql-statements";

const MARK = /^\s*--\s*outside-transaction\b/;

/** Whether the first line of a migration marks its statements as unable to run in a transaction. */
export function isOutsideTransaction(script: string): boolean {
  return MARK.test(script);
}

/** Sends the statements of such a migration one by one. Each can be repeated, so a run after an interruption
 *  starts from the first statement.
 *  @param wait longest waits for a lock, in milliseconds: `shortMs` where others queue behind the statement
 *  meanwhile, `longMs` where none do
 *  @throws PostgreSQL's error; the statements before the one that failed stay done */
export async function runOutsideTransaction(
  client: pg.Client,
  script: string,
  wait: { shortMs: number; longMs: number },
): Promise<void> {
  try {
    for (const statement of statementsOf(script)) {
      for (const text of await byPartition(client, withoutComments(statement))) {
        await dropInvalidIndex(client, text);
        // A concurrent statement waits for earlier transactions, and blocks none.
        const ms = /\bCONCURRENTLY\b/i.test(text) ? wait.longMs : wait.shortMs;
        await client.query(`SET lock_timeout = ${Math.floor(ms)}`);
        await client.query(text);
      }
    }
  } finally {
    // A lost connection has nothing to reset.
    await client.query("RESET lock_timeout").catch(() => {});
  }
}

const CONCURRENT_INDEX =
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"(?<quoted>[^"]+)"|(?<plain>\w+))/i;

/** Drops an index whose building was interrupted: it stays, unusable, and satisfies `IF NOT EXISTS`. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const { quoted, plain } = CONCURRENT_INDEX.exec(statement)?.groups ?? {};
  const name = quoted ?? plain?.toLowerCase();
  if (!name) return;
  const { rows } = await client.query<{ schema: string; index: string }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS index FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
     WHERE c.relname = $1 AND c.relkind = 'i' AND c.relnamespace IN ('public'::regnamespace, to_regnamespace('partitions')) AND NOT x.indisvalid`,
    [name],
  );
  for (const { schema, index } of rows)
    await client.query(
      `DROP INDEX CONCURRENTLY IF EXISTS ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(index)}`,
    );
}

const INDEX_OF_TABLE =
  /^CREATE INDEX CONCURRENTLY IF NOT EXISTS "(?<index>\w+)" ON "(?<table>\w+)"(?<rest>.*)$/is;

/** Matches the names of the index and its table. */
const NAMES = /^(CREATE INDEX CONCURRENTLY IF NOT EXISTS )"\w+" ON "\w+"/i;

/** Splits the statement by partition, because PostgreSQL builds no index of a partitioned table concurrently.
 *  Each partition's index is built by itself; that of the table finds them and builds none.
 *  @returns the statements that replace this one */
async function byPartition(client: pg.Client, statement: string): Promise<string[]> {
  const { index, table, rest } = INDEX_OF_TABLE.exec(statement)?.groups ?? {};
  if (!index || !table || !rest) return [statement];
  const { rows } = await client.query<{ partitioned: boolean; parts: string[] }>(
    `SELECT c.relkind = 'p' AS partitioned,
       ARRAY(SELECT p.relname::text FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid ORDER BY 1) AS parts
     FROM pg_class c WHERE c.oid = to_regclass($1)`,
    [`public.${client.escapeIdentifier(table)}`],
  );
  const [found] = rows;
  if (!found?.partitioned) return [statement];
  const suffix = index.slice(table.length);
  const quoted = (name: string) => client.escapeIdentifier(name);
  return [
    ...found.parts.map((part) =>
      statement.replace(
        NAMES,
        (_, begins) => `${begins}${quoted(`${part}${suffix}`)} ON partitions.${quoted(part)}`,
      ),
    ),
    statement.replace(" CONCURRENTLY", ""),
  ];
}
