// Whether the outputs of a build are current. Uses Node's own modules alone: a start checks before anything is
// installed.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  DEV,
  HOST,
  LIB,
  LIB_IN_BROWSERS,
  PACKED,
  PACKED_STATIC,
  START,
  WORKER,
} from "../../host/built-files.mjs";
import { contentHash, filesUnder } from "../setup/content-hash.mjs";

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
  ...["app", "cli", "emails", "host", "i18n", "lib", "messages", "prisma", "public"],
  ...["instrumentation.ts", "next.config.ts", "package-lock.json", "postcss.config.mjs"],
  ...["proxy.ts", "tsconfig.json", "docs/quickstarts"],
  ...["build", "built", "dev", "postgres", "processes", "quickstarts", "setup", "start"].map(
    (folder) => `tools/${folder}`,
  ),
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
