import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

// Runs before anything is installed, on any Node from 18: plain JavaScript, no dependencies.

const CODES = new Set(["EACCES", "EPERM", "EROFS"]);

/**
 * Makes sure that this account may write these folders, or make them.
 * @param {string} root the checkout
 * @param {string[]} names relative to it
 * @throws Error that says what is needed
 */
export function expectWritable(root, names) {
  for (const name of names) {
    const folder = existsSync(join(root, name)) ? join(root, name) : root;
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new Error(wordsOf(error.code, join(root, name)));
    }
  }
}

/** What is needed, where an error says that something can't be written; null for any other error. @param {unknown} error */
export function unwritable(error) {
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (Object(error));
  return path && CODES.has(code ?? "") ? wordsOf(code, resolve(path)) : null;
}

/** @param {string | undefined} code @param {string} path */
function wordsOf(code, path) {
  const existing = ancestors(path).find((one) => existsSync(one)) ?? "/";
  const account = process.getuid?.();
  const foreign = `it belongs to account ${statSync(existing).uid}, and this is account ${account}`;
  const why = code === "EROFS" ? "its file system is read-only" : foreign;
  return [
    `Atrium can't write to ${path}: ${why}.`,
    "npm start builds in its folder, and keeps there what runs (.atrium). Start it as the account that owns the folder,",
    `or give that account the folder: chown -R ${account ?? "ACCOUNT"} ${process.cwd()}`,
    "Where nothing may be written, run what was built elsewhere: npm run build, then node dist/start.mjs, which writes nothing.",
  ].join("\n");
}

/** @param {string} path @returns {string[]} itself and what it lies in, the nearest first */
function ancestors(path) {
  const above = join(path, "..");
  return above === path ? [path] : [path, ...ancestors(above)];
}
