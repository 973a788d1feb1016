import type pg from "pg";
import { statementsOf, withoutComments } from "./sql-statements";

const MARK = /^\s*--\s*outside-transaction\b/;

/** Whether the migration says in its first line that its statements can't be in a transaction. */
export function isOutsideTransaction(script: string): boolean {
  return MARK.test(script);
}

/**
 * Sends the statements of such a migration one by one. Each can be repeated, so that a run which was cut off is followed by
 * one from the first statement on.
 * @param wait how long a lock is waited for, in milliseconds: `shortMs` where others queue behind the statement meanwhile,
 *   `longMs` where nobody does
 * @throws PostgreSQL's error; the statements before the one that failed stay done
 */
export async function runOutsideTransaction(
  client: pg.Client,
  script: string,
  wait: { shortMs: number; longMs: number },
): Promise<void> {
  try {
    for (const statement of statementsOf(script)) {
      const text = withoutComments(statement);
      await dropInvalidIndex(client, text);
      // What is done concurrently waits for transactions that were open before, and holds nobody up.
      const ms = /\bCONCURRENTLY\b/i.test(text) ? wait.longMs : wait.shortMs;
      await client.query(`SET lock_timeout = ${Math.floor(ms)}`);
      await client.query(text);
    }
  } finally {
    // A connection that is lost has nothing to reset.
    await client.query("RESET lock_timeout").catch(() => {});
  }
}

const CONCURRENT_INDEX =
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:"(?<quoted>[^"]+)"|(?<plain>\w+))/i;

/** An index whose building was cut off stays, unusable, and `IF NOT EXISTS` would take it for the index. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const { quoted, plain } = CONCURRENT_INDEX.exec(statement)?.groups ?? {};
  const name = quoted ?? plain?.toLowerCase();
  if (!name) return;
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid",
    [name],
  );
  if (rowCount)
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${client.escapeIdentifier(name)}`);
}
