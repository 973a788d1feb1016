import type pg from "pg";
import { VERSION } from "@/lib/kernel/process/version";
import { migrationNames } from "./migration-files";
import { releaseBefore } from "./releases";

/** The database's record of the code that its schema serves. */
export interface SchemaCompatibility {
  /** Version that migrated the schema last, and the last migration of that version. */
  migratedBy: string;
  newestMigration: string;
  /** Oldest release that the schema serves, and the last migration of that release. */
  oldestRelease: string;
  oldestMigration: string;
}

/** The schema of the database and this code do not fit each other; the message has the remedy. */
export class SchemaRefusal extends Error {}

/** Query of the record, once the table is known to exist. */
export const READ_COMPATIBILITY = `SELECT migrated_by AS "migratedBy", newest_migration AS "newestMigration",
    oldest_release AS "oldestRelease", oldest_migration AS "oldestMigration"
  FROM schema_compatibility`;

/** Whether the schema has migrations that this code does not know. */
export function isNewerThanCode(known: SchemaCompatibility | null, root?: string): boolean {
  return known !== null && !migrationNames(root).includes(known.newestMigration);
}

/** Explains why this code must not use the schema: the code lacks the last migration of the oldest release
 *  that the schema serves. Null when it may. */
export function olderThanServed(known: SchemaCompatibility | null, root?: string): string | null {
  if (!known || migrationNames(root).includes(known.oldestMigration)) return null;
  return `the schema was migrated by Atrium ${known.migratedBy} and serves ${known.oldestRelease} and newer; this is ${VERSION}`;
}

/** Lists applied migrations that this code replaced before a release: it lacks them, and the database lacks
 *  some of this code. A later release has all migrations of this code. */
export function replacedMigrations(applied: readonly string[], root?: string): string[] {
  const own = migrationNames(root);
  if (own.every((name) => applied.includes(name))) return [];
  return applied.filter((name) => !own.includes(name));
}

/** Explains that the database has replaced migrations; null when it has none. */
export function whyReplaced([first, ...more]: readonly string[]): string | null {
  if (!first) return null;
  return `${more.length + 1} of its migrations, ${first} first, were replaced between two releases`;
}

/** Records which code the schema serves: this code, and the release before its schema. The record only moves
 *  forward, so an older release that starts on a newer schema changes nothing.
 *  @param client a connection of the owner that holds the lock of migrations */
export async function recordCompatibility(client: pg.Client, root?: string): Promise<void> {
  const newest = migrationNames(root).at(-1);
  if (!newest) return;
  const oldest = releaseBefore(newest) ?? { version: VERSION, schema: newest };
  await client.query(
    `INSERT INTO schema_compatibility AS s (migrated_by, newest_migration, oldest_release, oldest_migration)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET migrated_by = EXCLUDED.migrated_by, newest_migration = EXCLUDED.newest_migration,
       oldest_release = EXCLUDED.oldest_release, oldest_migration = EXCLUDED.oldest_migration, migrated_at = now()
     WHERE s.newest_migration COLLATE "C" < EXCLUDED.newest_migration COLLATE "C"
       OR (s.newest_migration = EXCLUDED.newest_migration AND s.oldest_migration <> EXCLUDED.oldest_migration)`,
    [VERSION, newest, oldest.version, oldest.schema],
  );
}
