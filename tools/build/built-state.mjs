// Whether the outputs of a build are current. Uses Node's own modules alone: a start checks before anything is
// installed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEV, HOST, LIB, PACKED, PACKED_STATIC, START, WORKER } from "../../host/built-files.mjs";
import { contentHash, filesUnder } from "../setup/content-hash.mjs";
import { packageOf } from "./traced-files.mjs";

/** The parts of a build: outputs of each, and the file with its inputs and their hash. `pages` are those that
 *  Next alone serves; `routes` are the pages with all routes beside them, for plain `next start`, and do for
 *  pages too. */
export const PARTS = {
  host: { made: [HOST, WORKER, START, join(LIB, "package.json")], stamp: "generated/host/BUILT" },
  pages: { made: [".next/BUILD_ID", join(PACKED_STATIC, PACKED)], stamp: ".next/BUILT" },
  routes: { made: [".next/BUILD_ID", join(PACKED_STATIC, PACKED)], stamp: ".next/BUILT_ROUTES" },
  dev: { made: [DEV], stamp: "generated/dev/BUILT" },
};

/** Inputs of every part that no import names: the packages, the settings of the compilers, the build itself,
 *  and the sources of generated code. */
const WITHOUT_IMPORT = [
  ...["package-lock.json", "tsconfig.json", "next.config.ts", "postcss.config.mjs"],
  ...["tools/build", "tools/quickstarts", "docs/quickstarts"],
  ...["prisma/models", "prisma/schema.prisma", "prisma.config.ts"],
];

/** Files of app that Next and the host find by their names. */
const FOUND_BY_NAME =
  /\/(page|route|layout|template|default|loading|(global-)?error|(global-)?not-found|forbidden|unauthorized)\.tsx?$|\/(favicon|icon|apple-icon|opengraph-image|twitter-image|manifest|robots|sitemap)[^/]*$/;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Lists the files of app that are entries: one more of them makes another build.
 *  @param {string} from the checkout */
export function entriesOfApp(from) {
  return filesUnder(from, "app").filter((file) => FOUND_BY_NAME.test(file));
}

/** Records that a part is built.
 *  @param {keyof typeof PARTS} part
 *  @param {string[]} inputs files that its bundler read. The lock file stands for those of packages and for
 *  the version in package.json, and the sources of generated code for the code
 *  @param {string} [from] the checkout */
export function recordBuilt(part, inputs, from = root) {
  const isSource = (file) =>
    !/^(node_modules|generated)\/|^package\.json$|^atrium(-command)?:/.test(file);
  const sources = unique([...inputs.filter(isSource), ...WITHOUT_IMPORT]);
  const packages = unique(inputs.map(packageOf).filter(Boolean));
  const file = join(from, PARTS[part].stamp);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ hash: hashOf(sources, from), sources, packages }));
}

/** @param {string[]} files */
const unique = (files) => [...new Set(files)].sort();

/** Hash of sources and of the entries' names. A file that is gone changes it too.
 *  @param {string[]} sources
 *  @param {string} from the checkout */
function hashOf(sources, from) {
  const contents = contentHash(from, sources, (file) => !/\.test\.tsx?$/.test(file));
  return createHash("sha256")
    .update([contents, ...entriesOfApp(from)].join("\n"))
    .digest("hex");
}

/** Reads what was recorded of a part.
 *  @param {keyof typeof PARTS} part
 *  @param {string} [from] the checkout
 *  @returns {{ hash: string, sources: string[], packages: string[] } | null} `packages` are the folders of those
 *  within it */
export function readBuilt(part, from = root) {
  const file = join(from, PARTS[part].stamp);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Whether a part was built from exactly the present sources.
 *  @param {keyof typeof PARTS} part
 *  @param {string} [from] the checkout */
export function isCurrent(part, from = root) {
  const built = readBuilt(part, from);
  return built !== null && built.hash === hashOf(built.sources, from);
}

/** Whether these parts exist and are current.
 *  @param {(keyof typeof PARTS)[]} [parts] by default those that serving needs */
export function isBuilt(parts = ["host", "pages"]) {
  const exists = (file) => existsSync(join(root, file));
  return parts.every((part) => PARTS[part].made.every(exists) && isCurrent(part));
}
