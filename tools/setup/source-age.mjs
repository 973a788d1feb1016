import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Sources of the command line, and the list of its packages. */
const SOURCES = [
  ...["cli", "emails", "host", "i18n", "lib", "messages", "prisma"],
  "package-lock.json",
];

/** Whether a built file was written after every one of its sources. This compares times, not contents: a
 *  fresh checkout is younger than any build, and then the sources run, which is right but slower.
 *  @param {string} root
 *  @param {string} file relative to root */
export function isYoungerThanSources(root, file) {
  const built = modifiedAt(join(root, file));
  return built !== null && SOURCES.every((source) => !hasYounger(join(root, source), built));
}

/** @param {string} path @param {number} than */
function hasYounger(path, than) {
  const at = modifiedAt(path);
  if (at === null) return false;
  if (at > than) return true;
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return false;
  }
  return entries.some((entry) => hasYounger(join(path, entry.name), than));
}

/** @param {string} path @returns {number | null} */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
