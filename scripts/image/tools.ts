import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** What the image is built and run with, and the Debian package that brings it. */
const TOOLS = {
  buildah: "buildah",
  debootstrap: "debootstrap",
  unshare: "util-linux",
  setpriv: "util-linux",
};

/** Why the image can't be tried here; null where it can. Missing programs are installed where the account may do so. */
export function missingTools(): string | null {
  if (process.platform !== "linux") return "images are built and run on Linux";
  if (process.getuid?.() !== 0) return "debootstrap and a read-only root file system need root";
  const missing = () => Object.entries(TOOLS).filter(([program]) => !isOnPath(program));
  const packages = [...new Set(missing().map(([, name]) => name))];
  if (packages.length > 0 && isOnPath("apt-get")) install(packages);
  const left = missing().map(([program]) => program);
  return left.length > 0 ? `there is no ${left.join(", no ")}` : null;
}

function install(packages: string[]): void {
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const get = () => apt("install", "-y", "--no-install-recommends", ...packages);
  // The lists of a fresh container are empty; then they are fetched first.
  if (!get() && apt("update")) get();
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
