import list from "@/prisma/releases.json" with { type: "json" };

/** A release that was made (docs/UPGRADING.md). */
export interface Release {
  version: string;
  /** The day on which it was cut, in UTC. */
  date: string;
  /** The last migration that it has. */
  schema: string;
  /** A hash over its migrations, which stay as they are. */
  migrations: string;
  /** A hash over its section of the changelog, which stays as it is. */
  changelog: string;
  /** The commit that it was cut from. */
  commit: string;
}

/** Every release, the oldest first. `npm run release` adds to the list. */
export const releases: readonly Release[] = list;

/**
 * The release before a schema: the last one whose schema is older. Its code goes on working while this schema is
 * brought in (docs/decisions/019-schema-changes-in-three-steps.md). Null before the second release.
 * @param newestMigration the last migration of the schema
 */
export function releaseBefore(
  newestMigration: string,
  all: readonly Release[] = releases,
): Release | null {
  return all.findLast(({ schema }) => schema < newestMigration) ?? null;
}
