import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** Runs buildah. Returns its output. */
export type Buildah = (...args: string[]) => string;

/** Makes the build stage of deploy/Containerfile without a registry of images: the base, with this machine's
 *  npm and the Node that the service runs on. Certificates of a proxy between this machine and npm's registry
 *  are copied. */
export function makeBuilder(
  buildah: Buildah,
  { base, name }: { base: string; name: string },
): void {
  const made = buildah("from", "--pull=never", base);
  buildah("add", "--chmod", "755", made, nodeFile(), "/usr/local/bin/node");
  buildah("add", made, npmFolder(), "/usr/local/lib/node_modules/npm");
  const root = buildah("mount", made);
  buildah(
    ...["run", "--isolation", "chroot", made, "--", "ln", "-s"],
    ...["/usr/local/lib/node_modules/npm/bin/npm-cli.js", "/usr/local/bin/npm"],
  );
  const own = process.env.NODE_EXTRA_CA_CERTS;
  if (own && existsSync(own)) {
    buildah("add", made, own, "/etc/npm-certificates.pem");
    buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/npm-certificates.pem", made);
  }
  if (!existsSync(join(root, "usr/local/bin/node"))) throw new Error("The builder has no Node.");
  buildah("commit", "--rm", made, name);
}

const nodeFile = () => realpathSync(process.execPath);

/** Returns the folder of npm, which needs no other package if it is the official distribution. */
function npmFolder(): string {
  for (const folder of (process.env.PATH ?? "").split(":")) {
    const program = join(folder, "npm");
    if (!existsSync(program)) continue;
    const root = dirname(dirname(realpathSync(program)));
    if (existsSync(join(root, "package.json")) && isNpm(root)) return root;
  }
  throw new Error("There is no npm in a folder of its own on the PATH.");
}

const isNpm = (root: string) =>
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")).name === "npm";
