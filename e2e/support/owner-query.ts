import pg from "pg";
import { environment } from "./environment";

/** Runs a statement as the database's owner, for changes that a journey can't wait for.
 *  @returns how many rows it changed */
export async function ownerQuery(text: string, values: unknown[] = []): Promise<number> {
  return (await asOwner(text, values)).rowCount ?? 0;
}

/** Reads as the database's owner. */
export async function ownerRows<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await asOwner<Row>(text, values)).rows;
}

async function asOwner<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: environment().databaseOwnerUrl });
  await client.connect();
  try {
    return await client.query<Row>(text, values);
  } finally {
    await client.end();
  }
}
