import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { migrationNames } from "@/scripts/db/migration-files";
import { type Release, releaseBefore, releases } from "@/scripts/db/releases";

/** Where builds of releases are kept, each by its commit. */
const BUILDS = ".atrium/releases";

/** A release, built in a folder of its own. */
export interface BuiltRelease {
  release: Release;
  folder: string;
}

/** The release before this schema can't be built here; the message says what is missing. */
export class NoPreviousRelease extends Error {}

/**
 * The release before this schema, built by itself: its own packages, its own build. It is made once, from git's history.
 * Where no migration came since the last release, it is the last release.
 * @throws NoPreviousRelease when git has no such commit here
 */
export function previousRelease(): BuiltRelease {
  const release = releaseBefore(migrationNames().at(-1) ?? "") ?? releases.at(-1);
  if (!release) throw new NoPreviousRelease("There is no release yet.");
  requireCommit(release);
  const folder = resolve(BUILDS, `${release.version}-${release.commit.slice(0, 12)}`);
  if (!existsSync(folder)) make(release, folder);
  return { release, folder };
}

/** @param clone the folder whose git is asked
 *  @throws NoPreviousRelease when git does not have the release's commit there */
export function requireCommit(
  { version, commit }: Pick<Release, "version" | "commit">,
  clone = process.cwd(),
): void {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: clone, encoding: "utf8" });
  if (git("cat-file", "-e", `${commit}^{commit}`).status === 0) return;
  const shallow = git("rev-parse", "--is-shallow-repository").stdout.trim() === "true";
  const why = shallow ? "this clone is shallow: git fetch --unshallow" : "git does not have it";
  throw new NoPreviousRelease(`Release ${version} is commit ${commit.slice(0, 12)}, and ${why}.`);
}

/** Made beside its place and moved there when whole: an interrupted build leaves no half release. */
function make({ version, commit }: Release, folder: string): void {
  mkdirSync(resolve(BUILDS), { recursive: true });
  const making = mkdtempSync(`${folder}.`);
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, {
      cwd: making,
      stdio: ["ignore", "inherit", "inherit"],
      env: bare(),
    });
  try {
    console.log(`building release ${version} once, which takes some minutes`);
    const archive = `${making}.tar`;
    execFileSync("git", ["archive", "--output", archive, commit]);
    run("tar", ["-xf", archive]);
    rmSync(archive);
    const script =
      "const { install } = await import('./scripts/setup/install.mjs'); await install(process.cwd())";
    run(process.execPath, ["--input-type=module", "--eval", script]);
    run("npm", ["run", "--silent", "build"]);
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}

/** The environment without what this checkout's own service or tests put there. */
export function bare(): NodeJS.ProcessEnv {
  const ours = ([name]: [string, unknown]) =>
    !/^(ATRIUM_|DATABASE_|NEXTAUTH_|PORT$|NODE_ENV$)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(ours)) as NodeJS.ProcessEnv;
}
