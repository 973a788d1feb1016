import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadDebianPackage } from "@/scripts/test/debian-package";

/** Prometheus' two programs. */
export interface Prometheus {
  prometheus: string;
  promtool: string;
}

/** Prometheus of the PATH, or of Debian's package, which is unpacked into a temporary folder and not installed: nothing of it
 *  runs by itself.
 *  @returns null when there is none to be had */
export function findPrometheus(): Prometheus | null {
  const own = { prometheus: "prometheus", promtool: "promtool" };
  if (Object.values(own).every((program) => runs(program))) return own;
  const folder = join(tmpdir(), "atrium-prometheus");
  const unpacked = {
    prometheus: join(folder, "usr/bin/prometheus"),
    promtool: join(folder, "usr/bin/promtool"),
  };
  if (!existsSync(unpacked.promtool)) unpack(folder);
  return Object.values(unpacked).every((program) => runs(program)) ? unpacked : null;
}

function runs(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

function unpack(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, stdio: "ignore", timeout: 180_000 } as const;
  downloadDebianPackage("prometheus", folder);
  const file = readdirSync(folder).find((name) => name.endsWith(".deb"));
  if (file) spawnSync("dpkg-deb", ["-x", file, "."], options);
}
