import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesUnder } from "../setup/content-hash.mjs";
import { packageOf } from "./traced-files.mjs";

/** Folders of .next that a server reads. What else is there is the build's own: caches, types, traces. */
/** A file of a package, as a map names it. */
const SOURCE = /\bnode_modules\/[\w@][^"\\ ?]*/g;
const FOLDERS = ["server", "static", "packed", "node_modules"];

/** Copies what Next built and a server reads. @param {string} from the checkout @param {string} to the folder to fill */
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

/** The packages whose code Next put into the pages, by the maps that it writes for the server.
 *  @param {string} root @returns {string[]} their folders */
export function packagesOfPages(root) {
  const found = new Set();
  for (const file of filesUnder(root, ".next/server").filter((name) => name.endsWith(".map")))
    for (const [path] of readFileSync(join(root, file), "utf8").matchAll(SOURCE))
      found.add(packageOf(path));
  return [...found].filter((folder) => existsSync(join(root, folder, "package.json"))).sort();
}

/** The files of packages that the pages load, as Next noted them. @param {string} root @returns {string[]} relative to the root */
export function filesOfPages(root) {
  const server = ".next/server";
  const found = filesUnder(root, server)
    .filter((file) => file.endsWith(".nft.json"))
    .flatMap((file) => {
      const { files } = JSON.parse(readFileSync(join(root, file), "utf8"));
      return files.map((/** @type {string} */ one) => join(dirname(file), one));
    });
  return [...new Set(found)].filter((file) => file.startsWith("node_modules/")).sort();
}
