import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs packages of Debian, where this account may do that.
 *  @returns false when it may not, or one of them is not there */
export function installDebianPackage(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const install = () => apt("install", "-y", "--no-install-recommends", ...names);
  // The lists of a fresh container are empty; then they are fetched first.
  return install() || (apt("update") && install());
}
