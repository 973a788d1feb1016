/** Runs a statement outside of tenants; the caller chooses the role: the owner, or the service's login. */
export type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A connection or a pool of pg. */
interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Returns an `Ask` that uses a connection. */
export function askOn(connection: Connection): Ask {
  return async <Row extends object>(text: string, values?: unknown[]) =>
    (await connection.query(text, values)).rows as Row[];
}
