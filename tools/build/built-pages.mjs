import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LIB } from "../../host/built-files.mjs";
import { filesUnder } from "../setup/content-hash.mjs";
import { packageOf } from "./traced-files.mjs";

/** Path of a package's file in a source map. */
const SOURCE = /\bnode_modules\/[\w@][^"\\ ?]*/g;
/** Folders of .next that a server reads. The others are the build's own: caches, types, traces. */
const FOLDERS = ["server", "static", "packed", "node_modules"];

/** Copies the files of Next's build that a server reads.
 *  @param {string} from the checkout
 *  @param {string} to the folder to fill */
export function copyBuiltPages(from, to) {
  const pages = join(from, ".next");
  const wanted = (path) => !/\.(map|nft\.json)$/.test(path);
  for (const name of readdirSync(pages, { withFileTypes: true })) {
    const manifest = name.isFile() && /^(BUILD_ID|.*\.json)$/.test(name.name);
    if (!(manifest || FOLDERS.includes(name.name)) || !wanted(name.name)) continue;
    // Links within stay as they are: they lead to packages beside the pages.
    cpSync(join(pages, name.name), join(to, ".next", name.name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: wanted,
    });
  }
}

/** Finds the packages whose code Next bundled into the pages, by its source maps for the server.
 *  @param {string} root
 *  @returns {string[]} their folders */
export function packagesOfPages(root) {
  const found = new Set();
  for (const file of filesUnder(root, ".next/server").filter((name) => name.endsWith(".map")))
    for (const [path] of readFileSync(join(root, file), "utf8").matchAll(SOURCE))
      found.add(packageOf(path));
  return [...found].filter((folder) => existsSync(join(root, folder, "package.json"))).sort();
}

/** Lists the files of packages that the pages load, from Next's traces; those of `lib` are left out. It may have been made anew since the
 *  pages were built, with other chunks.
 *  @param {string} root
 *  @returns {string[]} relative to the root */
export function filesOfPages(root) {
  const server = ".next/server";
  const found = filesUnder(root, server)
    .filter((file) => file.endsWith(".nft.json"))
    .flatMap((file) => {
      const { files } = JSON.parse(readFileSync(join(root, file), "utf8"));
      return files.map((/** @type {string} */ one) => join(dirname(file), one));
    });
  return [...new Set(found)]
    .filter((file) => file.startsWith("node_modules/") && !file.startsWith(`${LIB}/`))
    .sort();
}
