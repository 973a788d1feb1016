import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const [TRIES, PAUSE_MS] = [12, 5_000];
/** Message of apt-get while another one runs on this machine. */
const BUSY = /Could not get lock|Unable to (lock|acquire)/;

/** Installs packages of Debian, where this account may do that.
 *  @returns false when it may not, or one of them does not exist */
export function installDebianPackage(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const install = () => apt(["install", "-y", "--no-install-recommends", ...names]);
  // The lists of a fresh container are empty; then they are fetched first.
  return install() || (apt(["update"]) && install());
}

/** Downloads a package of Debian without installing it.
 *  @param folder destination of the file
 *  @returns false when it is not available */
export function downloadDebianPackage(name: string, folder: string): boolean {
  if (!existsSync("/usr/bin/apt-get")) return false;
  const download = () => apt(["download", name], { cwd: folder });
  return download() || (process.getuid?.() === 0 && apt(["update"]) && download());
}

/** Runs apt-get, and retries while another one runs, for a minute at the most. */
function apt(args: string[], options: { cwd?: string } = {}): boolean {
  for (let left = TRIES; ; left -= 1) {
    const { status, stderr } = spawnSync("apt-get", args, {
      ...options,
      stdio: ["ignore", "inherit", "pipe"],
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" },
    });
    if (status === 0) return true;
    if (left === 0 || !BUSY.test(stderr)) {
      process.stderr.write(stderr);
      return false;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}
