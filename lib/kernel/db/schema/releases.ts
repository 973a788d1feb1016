import list from "@/prisma/releases.json" with { type: "json" };

/** A release that was made (docs/UPGRADING.md). */
export interface Release {
  version: string;
  /** Day of the release, in UTC. */
  date: string;
  /** Its last migration. */
  schema: string;
  /** Hash over its migrations, which never change. */
  migrations: string;
  /** Hash over its section of the changelog, which never changes. */
  changelog: string;
  /** Commit of the release. */
  commit: string;
}

/** Every release, the oldest first. `npm run release` adds to the list. */
export const releases: readonly Release[] = list;

/** Returns the release before a schema: the last one whose schema is older. Its code continues to work while
 *  this schema is introduced (docs/decisions/019-schema-changes-in-three-steps.md). Null before the second
 *  release.
 *  @param newestMigration the last migration of the schema */
export function releaseBefore(
  newestMigration: string,
  all: readonly Release[] = releases,
): Release | null {
  return all.findLast(({ schema }) => schema < newestMigration) ?? null;
}
