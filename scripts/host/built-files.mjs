// Outputs of a build for production, relative to the root, and whether they are current. Uses Node's own
// modules alone: a start checks before anything is installed.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentHash, filesUnder } from "../setup/content-hash.mjs";

/** The web processes and their supervisor. */
export const HOST = "generated/host/main.mjs";
/** The worker. */
export const WORKER = "generated/host/worker.mjs";
/** Second stage of `npm start`. */
export const START = "generated/host/start.mjs";
/** `npx atrium dev`: the service as a dependency of tests. */
export const DEV = "generated/dev/main.mjs";
/** The modules of `lib` as a package, which pages load at run time: changes in them leave the pages
 *  current. */
export const LIB = "node_modules/@atrium/lib";
/** List of the files of `lib` that the pages' code for browsers contains; a build of pages writes it. */
export const LIB_IN_BROWSERS = ".next/LIB_IN_BROWSERS";
/** V8's compile cache of all these; a build empties it. */
export const COMPILED = "generated/compiled";
/** Next's static files, and their compressed copies; the list of the copies lies beside them. */
export const STATIC = ".next/static";
export const PACKED_STATIC = ".next/packed";
export const PACKED = "files.json";
/** The standalone folder, which runs wherever it is copied to. */
export const DIST = "dist";
/** SQL files that this folder has in common with the checkout. */
export const SCHEMA = ["prisma/migrations", "prisma/functions"];

/** The parts of a build: outputs of each, and the file with the hash of its sources. `pages` are those that
 *  Next alone serves; `routes` are the pages with all routes beside them, for plain `next start`, and do for
 *  pages too. */
export const PARTS = {
  host: { made: [HOST, WORKER, START, join(LIB, "package.json")], stamp: "generated/host/SOURCES" },
  pages: { made: [".next/BUILD_ID", join(PACKED_STATIC, PACKED)], stamp: ".next/SOURCES" },
  routes: { made: [".next/BUILD_ID", join(PACKED_STATIC, PACKED)], stamp: ".next/ROUTES" },
  dev: { made: [DEV], stamp: "generated/dev/SOURCES" },
};

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Inputs of the build, and nothing else: documents, tests, measurements and settings of tools make no build
 *  stale. A test compares the list with the imports. The lock file names the packages. */
const SOURCES = [
  ...["app", "emails", "host", "i18n", "lib", "messages", "prisma", "public"],
  ...["instrumentation.ts", "next.config.ts", "package-lock.json", "postcss.config.mjs"],
  ...["proxy.ts", "tsconfig.json", "scripts/atrium.ts"],
  ...[
    "scripts/audit",
    "scripts/built",
    "scripts/cells",
    "scripts/commands",
    "scripts/completion",
    "scripts/db",
    "scripts/dev",
    "scripts/doctor",
    "scripts/follow",
  ],
  ...["docs/quickstarts", "scripts/host", "scripts/postgres"],
  ...[
    "scripts/processes",
    "scripts/quickstarts",
    "scripts/setup",
    "scripts/start",
    "scripts/worker.ts",
  ],
];

/** Whether a file below SOURCES is an input: tests are none, and of prisma only the models and the releases
 *  are.
 *  @param {string} file relative to the root */
export function isSource(file) {
  const listed = SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  const told = file.endsWith(".prisma") || file === "prisma/releases.json";
  return listed && (told || !file.startsWith("prisma/")) && !/\.test\.tsx?$/.test(file);
}

/** Lists all inputs of the build.
 *  @param {string} from the checkout
 *  @returns {string[]} files, relative to it */
export function sources(from) {
  return SOURCES.flatMap((path) => filesUnder(from, path)).filter(isSource);
}

/** Hash of all inputs of the build.
 *  @param {string} [from] the checkout */
export function sourcesHash(from = root) {
  return contentHash(from, SOURCES, isSource);
}

/** Hash of the inputs of a part: all sources, and for pages only their own.
 *  @param {keyof typeof PARTS} part
 *  @param {string} [from] the checkout */
export function hashOf(part, from = root) {
  if (part !== "pages" && part !== "routes") return sourcesHash(from);
  const list = join(from, LIB_IN_BROWSERS);
  const inBrowsers = new Set(existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []);
  const isIn = (file) => isSource(file) && (!file.startsWith("lib/") || inBrowsers.has(file));
  return contentHash(from, SOURCES, isIn);
}

/** Whether these parts exist, made from exactly these sources.
 *  @param {(keyof typeof PARTS)[]} [parts] by default those that serving needs */
export function isBuilt(parts = ["host", "pages"]) {
  return parts.every((part) => {
    const { made, stamp } = PARTS[part];
    const file = join(root, stamp);
    return (
      made.every((one) => existsSync(join(root, one))) &&
      existsSync(file) &&
      readFileSync(file, "utf8").trim() === hashOf(part)
    );
  });
}
