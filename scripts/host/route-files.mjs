import { dirname } from "node:path";
import { filesUnder } from "../setup/content-hash.mjs";

/** Folders of app/ whose routes the lean host can answer; those of pages are Next's. */
const PLANES = ["api", "oauth", ".well-known", "healthz", "readyz", "metrics", "docs"];

/**
 * Every route file of the planes and the pattern of its path: adding a file is adding a route.
 * @param {string} root
 * @returns {{ file: string, pattern: string }[]} in the order of their paths
 */
export function routeFiles(root) {
  return PLANES.flatMap((plane) => filesUnder(root, `app/${plane}`))
    .filter((file) => /\/route\.tsx?$/.test(file))
    .map((file) => ({ file, pattern: dirname(file).slice("app".length) }))
    .sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}

/**
 * The route files that need Next, found through whatever they import.
 * @param {{ inputs: Record<string, { imports: { path: string, external?: boolean }[] }> }} metafile
 * @param {string[]} files
 */
export function filesThatNeedNext(metafile, files) {
  return files.filter((file) => reachesNext(metafile, file, new Set()));
}

function reachesNext(metafile, file, seen) {
  if (seen.has(file)) return false;
  seen.add(file);
  return (metafile.inputs[file]?.imports ?? []).some(({ path, external }) =>
    external ? /^next(-auth|-intl)?(\/|$)/.test(path) : reachesNext(metafile, path, seen),
  );
}
