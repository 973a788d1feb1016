import pg from "pg";
import { environment } from "./environment";

/** Asks the service's database as its owner: for what no interface shows. */
export async function rows<T extends pg.QueryResultRow>(
  query: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: environment().databaseOwnerUrl });
  await client.connect();
  try {
    return (await client.query<T>(query, values)).rows;
  } finally {
    await client.end();
  }
}
