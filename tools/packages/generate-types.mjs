import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { contentHash, stampMatches, writeStamp } from "../setup/content-hash.mjs";

const INTO = "packages/client/src/generated";

/** Sources of the description of the API, and the generator of its types. */
const SOURCES = [
  ...["app/api", "app/access", "app/.well-known"],
  "lib",
  "tools/packages",
  "node_modules/@hey-api/openapi-ts/package.json",
];

/** Writes the types of the client from the description of the API, unless they are current. Only the compiler
 *  and the packages need them: nothing reads them at run time, so a start does without.
 *  @param {string} root
 *  @returns {boolean} whether it had to */
export function generateClientTypes(root) {
  const stamp = join(root, INTO, ".stamp");
  const hash = contentHash(root, SOURCES, (file) => !/\.test\.tsx?$/.test(file));
  const made = ["types.ts", "routes.ts"].every((file) => existsSync(join(root, INTO, file)));
  if (made && stampMatches(stamp, hash)) return false;
  mkdirSync(join(root, INTO), { recursive: true });
  const loader = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
  const script = join(root, "tools/packages/client-types.ts");
  const run = spawnSync(process.execPath, ["--import", loader, script, join(root, INTO)], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      // The configuration is checked when it is read; the only value that shows is the address in the
      // description.
      ATRIUM_MODE: "local",
      ATRIUM_BASE_URL: "https://id.example",
      DATABASE_URL: "postgresql://build@127.0.0.1:1/build",
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    },
  });
  if (run.status !== 0) throw new Error(`The client's types failed:\n${run.stdout}${run.stderr}`);
  writeStamp(stamp, hash);
  return true;
}
