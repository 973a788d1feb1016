import { migrationNames } from "../db/migration-files";
import { pendingMigrations } from "../db/migration-status";
import { type Check, type Finding, failed, ok, warning } from "./check";

/** Whether the schema is the one that this version was written for. */
export const migrations: Check = {
  name: "migrations",
  needs: "database",
  look: async ({ ask }) => {
    const missing = await pendingMigrations(async (sql) => ({ rows: await ask(sql) }));
    const known = new Set(migrationNames());
    // Without the table all are missing.
    const applied =
      missing.length === known.size
        ? []
        : await ask<{ name: string }>(
            "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
          );
    const newer = applied.map(({ name }) => name).filter((name) => !known.has(name));
    return migrationsFinding(missing, newer, known.size);
  },
};

/** @param newer what the database has had and this version does not know */
export function migrationsFinding(
  missing: readonly string[],
  newer: readonly string[],
  known: number,
): Finding {
  if (missing.length > 0)
    return failed(
      `${missing.length} of ${known} missing, the first is ${missing[0]}`,
      "Run db migrate.",
    );
  if (newer.length > 0)
    return warning(
      `the database is newer than this version: ${newer.length} migrations are unknown here (${newer.at(-1)})`,
      "Run this command with the version that migrated the database, and finish the upgrade.",
    );
  return ok(`all ${known} applied`);
}
