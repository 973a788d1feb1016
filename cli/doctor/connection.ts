import type pg from "pg";
import type { Ask } from "@/lib/kernel/db/ask";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";

/** A connection of the doctor's own. */
export interface Connection {
  ask: Ask;
  end(): Promise<void>;
}

/** Connects to a database, in a role.
 *  @param ms how long connecting may take, and each answer
 *  @param role null for the login's own
 *  @throws the driver's error when it can't */
export async function connectTo(
  url: string,
  ms: number,
  role: string | null = "atrium_app",
): Promise<Connection> {
  const settings: [string, string][] = [
    ["statement_timeout", String(Math.ceil(ms))],
    ["application_name", "atrium-doctor"],
    ...(role ? [["role", role] as [string, string]] : []),
  ];
  const client: pg.Client = new WatchedConnection({
    connectionString: url,
    options: startingWith(settings),
    connectionTimeoutMillis: ms,
    silenceMs: ms,
  });
  // The running query rejects with the same error.
  client.on("error", () => {});
  await client.connect();
  // One connection runs one query at a time.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ask: <Row extends object>(text: string, values: unknown[] = []) => {
      const answer = turn.then(() => client.query<Row & pg.QueryResultRow>(text, values));
      turn = answer.catch(() => {});
      return answer.then(({ rows }) => rows);
    },
    // With a dead server, a clean close would wait.
    end: () => client.end().catch(() => {}),
  };
}
