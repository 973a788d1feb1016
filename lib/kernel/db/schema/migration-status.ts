import { type Ask, askOn } from "@/lib/kernel/db/ask";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { readAppliedMigrations } from "@/lib/kernel/db/schema/catalogue-store";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { ownCommand } from "@/lib/kernel/process/own-command";
import { migrationNames } from "./migration-files";
import { releases } from "./releases";
import {
  isNewerThanCode,
  olderThanServed,
  READ_COMPATIBILITY,
  replacedMigrations,
  type SchemaCompatibility,
  SchemaRefusal,
  whyReplaced,
} from "./schema-compatibility";
import { assertSupportedServer } from "./served-servers";

/** Fit between the schema of a database and this code. */
export interface SchemaState {
  /** Migrations of this code that are not applied, oldest first; all of them when the database was never
   *  migrated. */
  pending: string[];
  /** Releases that the schema serves; null where the database does not say. */
  compatibility: SchemaCompatibility | null;
  /** Whether the schema is of a later version than this code. */
  newer: boolean;
  /** Applied migrations that this code replaced before a release, oldest first. */
  replaced: string[];
  /** Reason why this code must not use the schema, apart from pending migrations; null when it may. */
  refused: string | null;
}

/** Reads the state of a schema.
 *  @param root of the source tree with the migrations of this code */
export async function readSchemaState(ask: Ask, root = homeFolder()): Promise<SchemaState> {
  const [there] = await ask<{ compatibility: string | null }>(
    "SELECT to_regclass('public.schema_compatibility')::text AS compatibility",
  );
  const applied = await readAppliedMigrations(ask);
  const [recorded] = there?.compatibility ? await ask<SchemaCompatibility>(READ_COMPATIBILITY) : [];
  const names = new Set(applied);
  const compatibility = recorded ?? null;
  const replaced = replacedMigrations(applied, root);
  return {
    pending: migrationNames(root).filter((name) => !names.has(name)),
    compatibility,
    newer: isNewerThanCode(compatibility, root),
    replaced,
    refused: olderThanServed(compatibility, root) ?? whyReplaced(replaced),
  };
}

/** Explains to people why this code cannot use the schema; null when it can. */
export function schemaProblem({ pending, refused }: SchemaState): string | null {
  if (refused) return refused;
  if (pending.length === 0) return null;
  return `${pending.length} migrations are pending`;
}

/** Like `readSchemaState`, over a connection of its own. Rejects when the database cannot be reached, or is
 *  too old to be served. */
export async function schemaStateOf(url: string): Promise<SchemaState> {
  const client = new DatabaseClient({
    connectionString: url,
    options: startingWith(),
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    const ask = askOn(client);
    await assertSupportedServer(ask);
    return await readSchemaState(ask);
  } finally {
    await client.end();
  }
}

/** Returns the migrations that are not applied; empty means that the database is current. */
export async function migrationStatus(url: string): Promise<string[]> {
  return (await schemaStateOf(url)).pending;
}

/** Makes sure that this code may use the schema, where it does not migrate by itself.
 *  @throws SchemaRefusal that names the command that helps */
export async function requireSchema(url: string): Promise<void> {
  assertUsableSchema(await schemaStateOf(url));
}

/** @throws SchemaRefusal with the remedy, when this code must not use a schema in this state */
export function assertUsableSchema(state: SchemaState): void {
  const problem = schemaProblem(state);
  if (!problem) return;
  throw new SchemaRefusal(`The database can't be used: ${problem}. ${remedyOf(state)}`);
}

function remedyOf({ refused, replaced }: SchemaState): string {
  if (replaced.length > 0)
    return `Restore the database as ${releases.at(-1)?.version} left it, or create a new one.`;
  if (refused)
    return "Start a newer version of Atrium, or restore the database as it was before it was migrated.";
  return `This process migrates nothing: run \`${ownCommand("db migrate")}\` with this version first, then start it again.`;
}
