import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Contents of a checkout: its sources, and the build. */
const shared = () => readdirSync(".").filter((name) => !name.startsWith(".") || name === ".next");

/** Makes a folder of links to this checkout: files that a command writes there stay there. A script that
 *  looks for its own checkout finds this one. */
export function linkedCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-clone-"));
  for (const name of shared()) symlinkSync(resolve(name), join(folder, name));
  return folder;
}

/** Makes a checkout of its own, with the same build and without the files of a start. Its files are hard
 *  links, so it lies beside them; its packages are a symbolic link.
 *  @param packages false leaves the packages out */
export function copiedCheckout({ packages = true } = {}): string {
  mkdirSync("test-results", { recursive: true });
  const folder = mkdtempSync(resolve("test-results/clone-"));
  const left = ["node_modules", "test-results", "coverage", "playwright-report"];
  const copied = shared().filter((name) => !left.includes(name));
  execFileSync("cp", ["--archive", "--link", ...copied, folder]);
  if (packages) symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
