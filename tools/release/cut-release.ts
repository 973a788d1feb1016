import type { Release } from "../../lib/kernel/db/schema/releases";
import { releasedChangelog } from "./changelog";

/** Part of the version that a release raises (Semantic Versioning 2.0.0). */
export type ReleaseKind = "major" | "minor" | "patch";

/** State of the repository that a release is cut from. */
export interface Before {
  releases: readonly Release[];
  changelog: string;
  /** Every migration, oldest first. */
  migrations: readonly string[];
  /** Hash over the migrations. */
  digest: string;
  /** Commit, and its day in UTC. */
  commit: string;
  date: string;
}

/** Returns the next release, and the changelog with it.
 *  @throws Error that names the obstacle */
export function cutRelease(
  kind: ReleaseKind,
  { releases, changelog, migrations, digest, commit, date }: Before,
): { release: Release; changelog: string } {
  const last = releases.at(-1);
  const schema = migrations.at(-1);
  if (!last || !schema) throw new Error("There is no release, or no migration, to go on from.");
  // An operator must be able to roll a patch back, and to skip it.
  if (kind === "patch" && schema > last.schema)
    throw new Error(`A patch changes no schema, and ${schema} came after ${last.version}.`);
  const version = versionAfter(last.version, kind);
  const released = releasedChangelog(changelog, version, date);
  return {
    release: { version, date, schema, migrations: digest, changelog: released.digest, commit },
    changelog: released.text,
  };
}

/** Returns the version of the next release of this kind.
 *  @param last such as 1.4.2 */
export function versionAfter(last: string, kind: ReleaseKind): string {
  const [major = 0, minor = 0, patch = 0] = last.split(".").map(Number);
  if (kind === "major") return `${major + 1}.0.0`;
  return kind === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Version of the code between a release and the next one. */
export function versionInDevelopment(last: string): string {
  return `${versionAfter(last, "minor")}-dev`;
}
