import pg from "pg";
import { environment } from "./environment";

/** Runs a statement as the database's owner, for what a journey can't wait for. */
export async function ownerQuery(text: string, values: unknown[] = []): Promise<number> {
  const client = new pg.Client({ connectionString: environment().databaseOwnerUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
