import pg from "pg";
import { homeFolder } from "@/lib/process/home-folder";
import { migrationNames } from "./migration-files";
import {
  isNewerThanCode,
  olderThanServed,
  READ_COMPATIBILITY,
  type SchemaCompatibility,
  SchemaRefusal,
} from "./schema-compatibility";

/** Asks the database; any client's way of sending one query will do. */
type Ask = <R extends object>(sql: string) => Promise<{ rows: R[] }>;

/** How the schema of a database and this code fit each other. */
export interface SchemaState {
  /** Migrations of this code that the database has not had, oldest first; all of them when it was never migrated. */
  pending: string[];
  /** Which code the schema serves; null where the database does not say. */
  compatibility: SchemaCompatibility | null;
  /** Whether the schema is of a later version than this code. */
  newer: boolean;
  /** Why this code must not work on the schema, whatever is pending; null when it may. */
  refused: string | null;
}

/** Reads it.
 *  @param root where the migrations of this code are */
export async function readSchemaState(ask: Ask, root = homeFolder()): Promise<SchemaState> {
  const found = await ask<{ history: string | null; compatibility: string | null }>(
    `SELECT to_regclass('public._prisma_migrations')::text AS history,
       to_regclass('public.schema_compatibility')::text AS compatibility`,
  );
  const [there] = found.rows;
  const applied = there?.history ? await ask<{ name: string }>(APPLIED) : { rows: [] };
  const told = there?.compatibility
    ? await ask<SchemaCompatibility>(READ_COMPATIBILITY)
    : { rows: [] };
  const names = new Set(applied.rows.map((row) => row.name));
  const compatibility = told.rows[0] ?? null;
  return {
    pending: migrationNames(root).filter((name) => !names.has(name)),
    compatibility,
    newer: isNewerThanCode(compatibility, root),
    refused: olderThanServed(compatibility, root),
  };
}

const APPLIED =
  "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";

/** What keeps this code from working on the schema, for people; null when nothing does. */
export function schemaProblem({ pending, refused }: SchemaState): string | null {
  if (refused) return refused;
  if (pending.length === 0) return null;
  return `${pending.length} migrations are pending`;
}

/** The same over a connection of its own. Rejects when the database cannot be reached. */
export async function schemaStateOf(url: string): Promise<SchemaState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await readSchemaState((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}

/** Migrations that the database has not had; empty means that it is current. */
export async function migrationStatus(url: string): Promise<string[]> {
  return (await schemaStateOf(url)).pending;
}

/** Makes sure that this code may work on the schema, where it does not migrate by itself.
 *  @throws SchemaRefusal that names the command that helps */
export async function requireSchema(url: string): Promise<void> {
  refuseUnfit(await schemaStateOf(url));
}

/** @throws SchemaRefusal when this code must not work on a schema in this state, with what to do */
export function refuseUnfit(state: SchemaState): void {
  const problem = schemaProblem(state);
  if (!problem) return;
  const help = state.refused
    ? "Start a newer version of Atrium, or restore the database as it was before it was migrated."
    : "This process migrates nothing: run `npm run atrium -- db migrate` with this version first, then start it again.";
  throw new SchemaRefusal(`The database can't be used: ${problem}. ${help}`);
}
