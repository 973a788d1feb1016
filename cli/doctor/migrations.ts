import { migrationNames } from "../../lib/kernel/db/schema/migration-files";
import { readSchemaState, type SchemaState } from "../../lib/kernel/db/schema/migration-status";
import { type Check, type Finding, failed, ok, warning } from "./check";

/** Checks that this version works on the schema. */
export const migrations: Check = {
  name: "migrations",
  needs: "database",
  look: async ({ ask }) => migrationsFinding(await readSchemaState(ask), migrationNames().length),
};

/** @param known number of migrations of this version */
export function migrationsFinding(
  { pending, refused, newer, compatibility }: SchemaState,
  known: number,
): Finding {
  if (refused)
    return failed(
      refused,
      "Start the version that migrated the database, or restore the database as it was before.",
    );
  if (pending.length > 0)
    return failed(
      `${pending.length} of ${known} missing, the first is ${pending[0]}`,
      "Run db migrate.",
    );
  if (newer)
    return warning(
      `the database is newer than this version: Atrium ${compatibility?.migratedBy} migrated it`,
      "Run this command with the version that migrated the database, and finish the upgrade.",
    );
  return ok(`all ${known} applied`);
}
