/** Asks PostgreSQL one thing outside of tenants; as whom is the asker's choice: the owner, or the service's login. */
export type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A connection of pg's, or a pool. */
interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Asks on a connection. */
export function asking(connection: Connection): Ask {
  return async <Row extends object>(text: string, values?: unknown[]) =>
    (await connection.query(text, values)).rows as Row[];
}
