import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesUnder } from "../setup/content-hash.mjs";

/**
 * The files that the service shows at /docs, relative to the checkout: the pages, their drawings, and what packages say of
 * themselves (lib/features/documentation/page-files reads them).
 * @param {string} root the checkout
 */
export function documentFiles(root) {
  const pages = filesUnder(root, "docs").filter((file) => /\.(md|svg)$/.test(file));
  const readmes = readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)));
  return [...pages, ...readmes];
}

/** @param {string} root the checkout @param {string} to the folder that runs by itself */
export function copyDocuments(root, to) {
  for (const file of documentFiles(root)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}
