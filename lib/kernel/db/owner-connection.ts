import type pg from "pg";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";

/** Timeout of the owner's statements, in milliseconds: changes of the schema may take long. */
const STATEMENT_MS = 300_000;
/** Timeout of locks: statements queued behind it would wait as well. */
const LOCK_MS = 10_000;
const CONNECT_MS = 10_000;

/** Works as the database's owner, on a connection of its own that ends with the work. A failed command is
 *  repeated by its operator.
 *  @param statementMs timeout of a statement, where that is longer than usual
 *  @throws DatabaseSilent when PostgreSQL stops answering */
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
