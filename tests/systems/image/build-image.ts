import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Buildah, makeBuilder } from "./builder";
import { command, quoted } from "./command";
import { pageCommands } from "./page-commands";

const SUITE = "bookworm";
const MIRROR = "http://deb.debian.org/debian";
const BASE = "localhost/atrium-base";
const BUILDER = "localhost/atrium-builder";
/** Folders that a slim Debian leaves out. */
const REMOVED_PATHS = [
  ...["var/cache/apt", "var/lib/apt/lists", "var/log", "var/cache/ldconfig"],
  ...["usr/share/man", "usr/share/info", "usr/share/locale"],
];

/** An image, in a storage of its own. */
export interface Image {
  name: string;
  /** The digests of its layers, and its configuration. */
  parts: string;
  /** Runs buildah on that storage. */
  buildah: Buildah;
}

/** Origin of `dist`, as deploy/Containerfile calls it: it is built within, or was built before. */
export type Dist = "built" | "context";

/** Builds the image from deploy/Containerfile, on a base that debootstrap makes: no registry of images is
 *  used.
 *  @param folder an empty folder, for everything that this makes */
export function buildImage(folder: string, dist: Dist): Image {
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const buildah = (...args: string[]) =>
    command("buildah", [...storage, "--storage-driver", "vfs", ...args]);
  makeBase(folder, buildah);
  if (dist === "built") makeBuilder(buildah, { base: BASE, name: BUILDER });
  const name = "localhost/atrium";
  const buildCommand = ["buildah", ...storage, "--storage-driver", "vfs", ...options(dist)];
  typedBuild(folder, buildCommand);
  return { name, parts: partsOf(buildah, name), buildah };
}

/** Runs the page's build command, with buildah in place of an engine. */
function typedBuild(folder: string, buildCommand: readonly string[]): void {
  const script = `[ "$1" = build ] || exit 2\nshift\nexec ${quoted(buildCommand)} "$@"`;
  command("bash", ["-c", `PATH=${standIn(folder, script)}:$PATH\n${pageCommands().build}`]);
}

/** Makes a folder with a program `docker`, which is a script of sh. */
export function standIn(folder: string, script: string): string {
  const bin = join(folder, "stand-in");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "docker"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

/** Builds it from the base once more.
 *  @returns its layers and configuration: equal for equal parts. Its id would differ, because it contains the
 *  name of the build's container */
export function buildOnce(buildah: Buildah, name: string, dist: Dist): string {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const versionArgs = [
    "--build-arg",
    `VERSION=${version}`,
    "--build-arg",
    `REVISION=${source().revision}`,
  ];
  buildah(
    ...options(dist),
    ...versionArgs,
    "--file",
    "deploy/Containerfile",
    "--tag",
    name,
    resolve("."),
  );
  return partsOf(buildah, name);
}

/** Options of a build that uses no registry of images. */
function options(dist: Dist): string[] {
  const { date } = source();
  const parts = { BASE, BUILDER, DIST: dist, SOURCE_DATE_EPOCH: date };
  return [
    ...["build", "--isolation", "chroot", "--format", "docker", "--layers=false", "--pull=never"],
    ...["--timestamp", date],
    ...Object.entries(parts).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]),
  ];
}

function partsOf(buildah: Buildah, name: string): string {
  const { rootfs, config } = JSON.parse(buildah("inspect", "--type", "image", name)).Docker;
  return JSON.stringify([rootfs.diff_ids, { ...config, Hostname: "" }]);
}

function makeBase(folder: string, buildah: Buildah): void {
  const root = join(folder, "base");
  command("debootstrap", ["--variant=minbase", "--include=tini", SUITE, root, MIRROR]);
  for (const path of REMOVED_PATHS.map((one) => join(root, one)))
    for (const entry of readdirSync(path)) rmSync(join(path, entry), { recursive: true });
  const documents = ["-mindepth", "2", "!", "-name", "copyright", "!", "-type", "d", "-delete"];
  command("find", [join(root, "usr/share/doc"), ...documents]);
  const tar = join(folder, "base.tar");
  const same = ["--sort=name", "--numeric-owner", `--mtime=@${source().date}`, "--exclude=./dev/*"];
  command("tar", [...same, "-C", root, "-cf", tar, "."]);
  const made = buildah("from", "scratch");
  buildah("add", made, tar, "/");
  buildah("commit", "--rm", "--timestamp", source().date, made, BASE);
  for (const path of [root, tar]) rmSync(path, { recursive: true });
}

/** The commit that is built, and its time in seconds since 1970; SOURCE_DATE_EPOCH has precedence. */
function source(): { revision: string; date: string } {
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const [revision = "unknown", date = "0"] = git("log", "-1", "--format=%H %ct").split(" ");
    return { revision, date: process.env.SOURCE_DATE_EPOCH ?? date };
  } catch {
    return { revision: "unknown", date: process.env.SOURCE_DATE_EPOCH ?? "0" };
  }
}
