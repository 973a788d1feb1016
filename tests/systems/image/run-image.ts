import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Image } from "./build-image";
import { command, quoted } from "./command";

/** Search path that engines set where an image does not. */
const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** An image's configuration of how it is run. */
export interface ImageConfiguration {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Labels: Record<string, string>;
  Healthcheck?: { Test: string[] };
}

/** A container's root file system, and how to run a program in it. */
export interface Container {
  configuration: ImageConfiguration;
  root: string;
  /** The bytes of all layers. */
  bytes: number;
  /** A program of this machine that runs its arguments in the container, with the container's environment. */
  runner: string;
}

/** Mounts the image, and writes a program that runs its arguments in it as an engine would with
 *  `--read-only`, `--cap-drop=all`, `--security-opt=no-new-privileges` and the host's network.
 *  @param settings variables in addition to the image's own environment */
export function container(
  { buildah, name }: Image,
  folder: string,
  settings: Record<string, string | undefined>,
): Container {
  const about = JSON.parse(buildah("inspect", "--type", "image", name));
  const configuration: ImageConfiguration = about.Docker.config;
  const root = buildah("mount", buildah("from", "--pull=never", name));
  const bytes = Number(command("du", ["-sb", root]).split("\t")[0]);
  const runner = join(folder, "in-container");
  writeFileSync(runner, script(root, configuration, settings), { mode: 0o700 });
  return { configuration, root, bytes, runner };
}

function script(
  root: string,
  { User, Env, WorkingDir }: ImageConfiguration,
  settings: Record<string, string | undefined>,
): string {
  const [user, group = user] = User.split(":");
  const environment = [PATH, ...Env, ...Object.entries(settings).map((pair) => pair.join("="))];
  const limits = ["--no-new-privs", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"];
  const inside = ["setpriv", `--reuid=${user}`, `--regid=${group}`, ...limits];
  const enter = ["env", "-i", "-C", WorkingDir, ...environment];
  return `#!/bin/sh
# Namespaces of its own for processes and mounts; the first program in it is process 1.
exec unshare --mount --pid --fork --kill-child=KILL --propagation private sh -e -c '
mount --bind "$0" "$0"
mount -o remount,bind,ro "$0"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t tmpfs -o mode=1777,size=16m tmpfs "$0/tmp"
exec chroot "$0" "$@"' ${quoted([root, ...inside, ...enter])} "$@"
`;
}

/** Whether a file of the container has this content. */
export function fileIn({ root }: Container, path: string): string {
  return readFileSync(join(root, path), "utf8");
}
