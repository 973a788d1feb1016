import { DatabaseClient } from "@/lib/kernel/db/database-client";

/** What autovacuum does within a minute: until then PostgreSQL plans for tables that it takes to be empty, and reads
 *  those that have grown since from one end to the other. */
export async function analyze(): Promise<void> {
  const client = new DatabaseClient({
    connectionString: process.env.DATABASE_OWNER_URL ?? "",
  });
  await client.connect();
  await client.query("ANALYZE").finally(() => client.end());
}
