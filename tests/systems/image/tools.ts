import { Skipped } from "../harness/system";
import { debianProgram } from "../harness/tools";

/** Programs that build and run the image, each with its Debian package. */
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
