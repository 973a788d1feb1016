import pg from "pg";
import { migrationNames } from "./migration-files";

/** Asks the database; any client's way of sending one query will do. */
type Ask = (sql: string) => Promise<{ rows: { name: string }[] }>;

/**
 * Migrations of the source tree that the database has not had, oldest first; empty means ready.
 * All of them when the database has never been migrated.
 */
export async function pendingMigrations(ask: Ask, root = process.cwd()): Promise<string[]> {
  const table = await ask("SELECT to_regclass('public._prisma_migrations')::text AS name");
  if (!table.rows[0]?.name) return migrationNames(root);
  const { rows } = await ask(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Set(rows.map((row) => row.name));
  return migrationNames(root).filter((name) => !applied.has(name));
}

/** The same over a connection of its own. Rejects when the database cannot be reached. */
export async function migrationStatus(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await pendingMigrations((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}
