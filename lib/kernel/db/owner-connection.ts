import type pg from "pg";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";

/** The owner changes what the schema holds, which may take long, in milliseconds. */
const STATEMENT_MS = 300_000;
/** It waits for nobody's transaction for long: those that come after it would wait as well. */
const LOCK_MS = 10_000;
const CONNECT_MS = 10_000;

/** Works as the database's owner, on a connection of its own that ends with the work. A command that fails is given
 *  again by whoever gave it.
 *  @param statementMs how long a statement may take, where that is longer than usual
 *  @throws DatabaseSilent when PostgreSQL says nothing any more */
export async function asOwner<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  statementMs = STATEMENT_MS,
): Promise<T> {
  const client = new WatchedConnection({
    connectionString: ownerUrl,
    options: startingWith([
      ["application_name", "atrium-owner"],
      ["statement_timeout", String(statementMs)],
      ["lock_timeout", String(LOCK_MS)],
    ]),
    connectionTimeoutMillis: CONNECT_MS,
    silenceMs: statementMs + LOCK_MS,
    keepAlive: true,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
