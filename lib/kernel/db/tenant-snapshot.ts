import type { Readable } from "node:stream";
import { bindTransaction } from "@/lib/kernel/db/bind-tenant";
import { sessionOptions } from "@/lib/kernel/db/connection-options";
import { CopyOut } from "@/lib/kernel/db/copy-out";
import { OnClient } from "@/lib/kernel/db/on-client";
import type { Queryable, Sql } from "@/lib/kernel/db/queryable";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { wireOf } from "@/lib/kernel/db/wire";

/** Milliseconds that reading one table may take, and for which PostgreSQL may be silent meanwhile: it may
 *  have to read all of a table to find the first row. */
const [LONGEST_TABLE_MS, SILENCE_MS] = [6 * 3_600_000, 300_000];

/** One snapshot of a tenant. */
export interface TenantSnapshot {
  /** Reads within the snapshot. */
  db: Queryable;
  /** Streams the rows of a statement of one column, a JSON object each, as lines without the last line's end.
   *  One statement at a time: it ends with its reader. */
  lines(select: Sql): Readable;
}

/** Runs `work` on all rows of one tenant in one snapshot, however long that takes: one transaction that only
 *  reads, under row-level security, on a connection of its own. */
export async function inSnapshot<T>(
  tenantId: string,
  work: (snapshot: TenantSnapshot) => Promise<T>,
): Promise<T> {
  const client = new WatchedConnection(
    sessionOptions({ statementMs: LONGEST_TABLE_MS, silenceMs: SILENCE_MS }),
  );
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    const db = new OnClient({ tenantId, environmentId: "" }, client);
    await db.answer(bindTransaction(tenantId));
    const done = await work({
      db,
      lines: (select) => client.query(new CopyOut(select, "\n")),
    });
    await client.query("COMMIT");
    return done;
  } catch (error) {
    // It may be in the middle of a table whose reader has gone.
    wireOf(client).stream.destroy();
    throw error;
  } finally {
    await client.end();
  }
}
