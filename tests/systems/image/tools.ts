import { Skipped } from "../harness/system";
import { debianProgram } from "../harness/tools";

/** What the image is built and run with, and the Debian package that brings it. */
const TOOLS = {
  buildah: "buildah",
  debootstrap: "debootstrap",
  unshare: "util-linux",
  setpriv: "util-linux",
};

/** Installs missing programs where the account may do so.
 *  @throws Skipped where the image can't be tried */
export function requireTools(): void {
  if (process.platform !== "linux") throw new Skipped("images are built and run on Linux");
  if (process.getuid?.() !== 0)
    throw new Skipped("debootstrap and a read-only root file system need root");
  for (const [program, name] of Object.entries(TOOLS)) debianProgram(program, name);
}
