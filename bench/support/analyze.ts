import { DatabaseClient } from "@/lib/kernel/db/database-client";

/** Analyzes all tables, as autovacuum does within a minute: until then PostgreSQL plans for empty tables, and
 *  scans the ones that have grown since from one end to the other. */
export async function analyze(): Promise<void> {
  const client = new DatabaseClient({
    connectionString: process.env.DATABASE_OWNER_URL ?? "",
  });
  await client.connect();
  await client.query("ANALYZE").finally(() => client.end());
}
