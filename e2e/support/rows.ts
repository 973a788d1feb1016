import pg from "pg";
import { environment } from "./environment";

/** Queries the service's database as its owner: for data that no interface shows. */
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
