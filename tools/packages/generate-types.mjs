import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram, unusedSettings } from "../build/run-program.mjs";
import { contentHash, makeUnlessCurrent } from "../setup/content-hash.mjs";

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
 *  @returns {Promise<boolean>} whether it had to */
export function generateClientTypes(root) {
  const into = join(root, INTO);
  const made = ["types.ts", "routes.ts"].every((file) => existsSync(join(into, file)));
  if (!made) rmSync(join(into, ".stamp"), { force: true });
  const hash = contentHash(root, SOURCES, (file) => !/\.test\.tsx?$/.test(file));
  return makeUnlessCurrent(join(into, ".stamp"), hash, () => {
    mkdirSync(into, { recursive: true });
    const script = ["--import", "tsx", "tools/packages/client-types.ts", into];
    return runProgram("Making the client's types", process.execPath, script, {
      cwd: root,
      env: { ...process.env, ...unusedSettings() },
    });
  });
}
