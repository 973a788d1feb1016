import { accessSync, constants, existsSync, lstatSync, readlinkSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

// Runs before anything is installed, on any Node from 18: plain JavaScript, no dependencies.

const CODES = new Set(["EACCES", "EPERM", "EROFS"]);
/** Codes of a wrong kind of file at the path of a folder or a file. */
const IN_THE_WAY = new Set(["EEXIST", "ENOTDIR", "EISDIR", "ELOOP", "ENOTEMPTY"]);

/** Makes sure that this account may write these folders, or make them.
 *  @param {string} root the checkout
 *  @param {string[]} names relative to it
 *  @throws Error with the remedy */
export function expectWritable(root, names) {
  for (const name of names) {
    const path = join(root, name);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(inTheWay(path));
    const folder = there ? path : root;
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new Error(wordsOf(error.code, path));
    }
  }
}

/** Returns the remedy, where an error means that a file can't be written; null for any other error.
 *  @param {unknown} error */
export function unwritable(error) {
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (Object(error));
  const full = fullDisk(`${code} ${message}`, path ?? ".");
  if (full || !path) return full;
  if (IN_THE_WAY.has(code ?? "")) return inTheWay(resolve(path));
  return CODES.has(code ?? "") ? wordsOf(code, resolve(path)) : null;
}

/** Returns the remedy, where a message means that a disk is full; null for any other message.
 *  @param {string} said
 *  @param {string} path */
export function fullDisk(said, path) {
  // 53100 is PostgreSQL's disk_full.
  if (!/\b(ENOSPC|EDQUOT|53100)\b|No space left on device|Disk quota exceeded/i.test(said))
    return null;
  return `The disk of ${resolve(path)} is full, or this account's share of it. Make room there, and start again.`;
}

/** @param {string} path */
function inTheWay(path) {
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  const what = link
    ? `is a link to ${readlinkSync(path)}, which is no`
    : "is something else than the";
  return `Atrium can't write to ${path}: it ${what} folder or file that Atrium makes there. Move it elsewhere, and start again.`;
}

/** @param {string | undefined} code @param {string} path */
function wordsOf(code, path) {
  const existing = ancestors(path).find((one) => existsSync(one)) ?? "/";
  const account = process.getuid?.();
  const { uid, mode } = statSync(existing);
  const foreign = `it belongs to account ${uid}, and this is account ${account} (its mode is ${(mode & 0o777).toString(8)})`;
  const why = code === "EROFS" ? "its file system is read-only" : foreign;
  return [
    `Atrium can't write to ${path}: ${why}.`,
    "npm start builds in its folder, and keeps there what runs (.atrium). Start it as the account that owns the folder,",
    `or give that account the folder: chown -R ${account ?? "ACCOUNT"} ${process.cwd()}`,
    "Where nothing may be written, run what was built elsewhere: npm run build, then node dist/start.mjs, which writes nothing.",
  ].join("\n");
}

/** @param {string} path
 *  @returns {string[]} itself and its ancestors, the nearest first */
function ancestors(path) {
  const above = join(path, "..");
  return above === path ? [path] : [path, ...ancestors(above)];
}
