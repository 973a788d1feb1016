import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesUnder } from "../setup/content-hash.mjs";

/** Lists the files that the service shows at /docs, relative to the checkout: the pages, their drawings, and
 *  the packages' own READMEs (lib/features/documentation/page-files reads them).
 *  @param {string} root the checkout */
export function documentFiles(root) {
  const pages = filesUnder(root, "docs").filter((file) => /\.(md|svg)$/.test(file));
  const readmes = readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)));
  return [...pages, ...readmes];
}

/** @param {string} root the checkout
 *  @param {string} to the standalone folder */
export function copyDocuments(root, to) {
  for (const file of documentFiles(root)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}
