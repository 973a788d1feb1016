// Builds the web application: pages by Next into .next, the lean host with the routes into generated/host.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  COMPILED,
  DIST,
  LIB_IN_BROWSERS,
  PACKED_STATIC,
  SCHEMA,
  STATIC,
} from "../../host/built-files.mjs";
import { contentHash, stampMatches, writeStamp } from "../setup/content-hash.mjs";
import { hashOf, isBuilt, PARTS, sourcesHash } from "./built-state.mjs";
import { bundleDev, bundleHost, bundleLib, libInBrowsers, routesOfHost } from "./bundle.mjs";
import { documentFiles } from "./documents.mjs";
import { generate } from "./generate.mjs";
import { packFiles } from "./packed-files.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const distStamp = join(root, "generated/dist.SOURCES");

/** Hash of the inputs of the standalone folder. */
function distHash() {
  const beside = [...SCHEMA, ...documentFiles(root), "LICENSE", "package.json"];
  return `${sourcesHash()} ${contentHash(root, beside)}`;
}

/** Builds the parts that are not current.
 *  @param {("host" | "pages" | "routes" | "dev")[]} [parts] by default those that serving needs
 *  @returns {Promise<boolean>} whether it had to
 *  @throws with the build's own words when it fails */
export async function build(parts = ["host", "pages"]) {
  await generate();
  const stale = parts.filter((part) => !isBuilt([part]));
  const makers = { host: buildHost, dev: bundleDev, pages: buildPages, routes: buildRoutes };
  for (const part of stale) {
    rmSync(join(root, PARTS[part].stamp), { force: true });
    await makers[part](root);
    writeStamp(join(root, PARTS[part].stamp), hashOf(part));
    if (part === "routes") writeStamp(join(root, PARTS.pages.stamp), hashOf(part));
  }
  if (stale.length > 0) rmSync(join(root, COMPILED), { recursive: true, force: true });
  return stale.length > 0;
}

async function buildHost() {
  await Promise.all([bundleLib(root), bundleHost(root)]);
}

/** Builds the part that Next serves: pages, and the routes that the host does not serve by itself. All routes
 *  would take twice the time. */
async function buildPages() {
  rmSync(join(root, PARTS.routes.stamp), { force: true });
  const elsewhere = (await routesOfHost(root)).map((file) => `!${file}`);
  const paths = ["app/**/page.tsx", "app/**/route.ts", "app/**/route.tsx", ...elsewhere];
  await buildByNext(["--debug-build-paths", paths.join(",")]);
}

function buildRoutes() {
  rmSync(join(root, PARTS.pages.stamp), { force: true });
  return buildByNext([]);
}

/** @param {string[]} more arguments of `next build` */
async function buildByNext(more) {
  const program = join(root, "node_modules/next/dist/bin/next");
  await bundleLib(root);
  const inBrowsers = await libInBrowsers(root);
  const env = {
    // Pages are loaded, not rendered, while building: the values are checked and never used or stored.
    ATRIUM_MODE: "local",
    DATABASE_URL: "postgresql://build@127.0.0.1:1/build",
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const { code, words } = await run([program, "build", ...more], env);
  if (code !== 0) throw new Error(`next build failed:\n${words}`);
  packFiles(join(root, STATIC), join(root, PACKED_STATIC));
  writeFileSync(join(root, LIB_IN_BROWSERS), JSON.stringify(inBrowsers));
}

/** Runs Node while this process continues, which prints the duration.
 *  @param {string[]} args
 *  @param {NodeJS.ProcessEnv} env
 *  @returns {Promise<{ code: number | null, words: string }>} */
function run(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = () => child.kill();
    process.once("exit", end);
    let words = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        words += chunk;
      });
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", end);
      resolve({ code, words });
    });
  });
}

/** Makes the standalone folder from the built parts. Returns whether it had to. */
export async function buildDist() {
  const made = existsSync(join(root, DIST, "start.mjs"));
  if (made && stampMatches(distStamp, distHash())) return false;
  const hash = distHash();
  const { makeDist } = await import("./dist.mjs");
  await makeDist(root, join(root, DIST));
  writeStamp(distStamp, hash);
  return true;
}
