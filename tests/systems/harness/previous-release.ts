import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { migrationNames } from "@/lib/kernel/db/schema/migration-files";
import { type Release, releaseBefore, releases } from "@/lib/kernel/db/schema/releases";
import { bare } from "./installation";
import { Skipped } from "./system";
import { makeOnce } from "./tools";

/** A release, built in a folder of its own. */
export interface BuiltRelease {
  release: Release;
  folder: string;
}

/** Builds the release before this schema: with its own packages and its own build, once on a machine, from
 *  git's history.
 *  @throws Skipped when git has no such commit here */
export function previousRelease(): BuiltRelease {
  const release = releaseBeforeThis();
  requireCommit(release);
  const { version, commit } = release;
  const folder = makeOnce(`release-${version}-${commit.slice(0, 12)}`, (making) => {
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, {
        cwd: making,
        stdio: ["ignore", "inherit", "inherit"],
        env: bare(),
      });
    const archive = join(making, "release.tar");
    execFileSync("git", ["archive", "--output", archive, commit]);
    run("tar", "-xf", archive);
    rmSync(archive);
    const script =
      "const { install } = await import('./tools/setup/install.mjs'); await install(process.cwd())";
    run(process.execPath, "--input-type=module", "--eval", script);
    run("npm", "run", "--silent", "build");
  });
  return { release, folder };
}

/** Returns the release before this schema; where no migration came since the last release, the last release.
 *  @throws Skipped before the first */
export function releaseBeforeThis(): Release {
  const release = releaseBefore(migrationNames().at(-1) ?? "") ?? releases.at(-1);
  if (!release) throw new Skipped("There is no release yet.");
  return release;
}

/** Checks that git has the release's commit.
 *  @param clone the folder of the clone
 *  @throws Skipped when git does not have it there */
export function requireCommit(
  { version, commit }: Pick<Release, "version" | "commit">,
  clone = process.cwd(),
): void {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: clone, encoding: "utf8" });
  if (git("cat-file", "-e", `${commit}^{commit}`).status === 0) return;
  const shallow = git("rev-parse", "--is-shallow-repository").stdout.trim() === "true";
  const why = shallow ? "this clone is shallow: git fetch --unshallow" : "git does not have it";
  throw new Skipped(`Release ${version} is commit ${commit.slice(0, 12)}, and ${why}.`);
}
