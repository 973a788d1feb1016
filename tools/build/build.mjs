// Builds the service: programs into generated/host, pages by Next into .next, and both into the folder dist.
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  COMPILED,
  DEV,
  DIST,
  PACKED_STATIC,
  PROGRAMS as PLACE,
  SCHEMA,
  STATIC,
} from "../../host/built-files.mjs";
import { contentHash, makeUnlessCurrent } from "../setup/content-hash.mjs";
import { isBuilt, PARTS, readBuilt, recordBuilt } from "./built-state.mjs";
import { bundle, bundleLib, CHUNKS_BELOW, DEV_PROGRAMS, PROGRAMS } from "./bundle.mjs";
import { documentFiles, makeDist } from "./dist.mjs";
import { generate } from "./generate.mjs";
import { packFiles } from "./packed-files.mjs";
import { writePageAssets } from "./page-assets.mjs";
import { pageInputs } from "./page-inputs.mjs";
import { routeFiles } from "./route-files.mjs";
import { runProgram, unusedSettings } from "./run-program.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Makers of the parts, each with the inputs that it read. */
const MAKERS = {
  host: buildHost,
  dev: () => bundleProgram(dirname(DEV), DEV_PROGRAMS),
  pages: () => buildPages(false),
  routes: () => buildPages(true),
};

/** Builds the parts that are not current. Pages load `lib` from the package that is made with the host.
 *  @param {(keyof typeof MAKERS)[]} [parts] by default those that serving needs
 *  @returns {Promise<boolean>} whether it had to
 *  @throws with the build's own words when it fails */
export async function build(parts = ["host", "pages"]) {
  await generate();
  const stale = parts.filter((part) => !isBuilt([part]));
  for (const part of stale) {
    rmSync(join(root, PARTS[part].stamp), { force: true });
    recordBuilt(part, await MAKERS[part]());
  }
  if (stale.length > 0) rmSync(join(root, COMPILED), { recursive: true, force: true });
  return stale.length > 0;
}

async function buildHost() {
  const [programs, lib] = await Promise.all([
    bundleProgram(PLACE, PROGRAMS, CHUNKS_BELOW),
    bundleLib(root),
  ]);
  return [...programs, ...lib, ...writePageAssets(root)];
}

/** @param {string} folder @param {Record<string, string>} entries @param {object} [more] */
async function bundleProgram(folder, entries, more) {
  return Object.keys((await bundle(root, folder, entries, more)).inputs);
}

/** Builds the part that Next serves.
 *  @param {boolean} routes whether with the routes that the host serves by itself, which take twice the time */
async function buildPages(routes) {
  for (const part of ["pages", "routes"]) rmSync(join(root, PARTS[part].stamp), { force: true });
  const { compiled } = await pageInputs(root, { routes });
  const ofHost = routeFiles(root).flatMap(({ file, isOfNext }) => (isOfNext ? [] : `!${file}`));
  const paths = ["app/**/page.tsx", "app/**/route.ts", "app/**/route.tsx", ...ofHost];
  await buildByNext(routes ? [] : ["--debug-build-paths", paths.join(",")]);
  packFiles(join(root, STATIC), join(root, PACKED_STATIC));
  if (routes) recordBuilt("pages", compiled);
  return compiled;
}

/** @param {string[]} args of `next build` */
function buildByNext(args) {
  const next = ["node_modules/next/dist/bin/next", "build", ...args];
  return runProgram("next build", process.execPath, next, {
    cwd: root,
    env: {
      // Pages are loaded, not rendered, while building.
      ...unusedSettings(),
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
}

/** Makes the standalone folder from the built parts. Returns whether it had to. */
export async function buildDist() {
  const stamp = join(root, "generated/dist.SOURCES");
  if (!existsSync(join(root, DIST, "start.mjs"))) rmSync(stamp, { force: true });
  const beside = contentHash(root, [...SCHEMA, ...documentFiles(root), "LICENSE", "package.json"]);
  const parts = ["host", "pages"].map((part) => readBuilt(part)?.hash);
  return makeUnlessCurrent(stamp, [...parts, beside].join(" "), () =>
    makeDist(root, join(root, DIST)),
  );
}
