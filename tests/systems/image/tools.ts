import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { installDebianPackage } from "@/scripts/test/debian-package";

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
  if (packages.length > 0) installDebianPackage(...packages);
  const left = missing().map(([program]) => program);
  return left.length > 0 ? `there is no ${left.join(", no ")}` : null;
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
