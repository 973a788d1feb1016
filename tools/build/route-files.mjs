import { dirname } from "node:path";
import { filesUnder } from "../setup/content-hash.mjs";

/** Paths of the JSON planes: everything else is OAuth, a page or a file. */
const JSON_PLANES = ["/api/v1/", "/access/v1/"];

/**
 * Whether a path is of the JSON planes, which clients have types and calls for.
 * @param {string} path
 */
export function isOfJsonPlane(path) {
  return JSON_PLANES.some((plane) => path.startsWith(plane));
}

/** The folder of the hosted pages; its name is no part of a path. */
const PAGES = "(hosted)";

/** The folder whose routes are Next's; its layers and packages need Next. */
const OF_NEXT = "[...nextauth]";

/** Folders of app/ whose routes the lean host can answer: the API planes and the hosted pages. The dashboard
 *  is Next's. */
const PLANES = [
  "api",
  "access",
  "oauth",
  ".well-known",
  "healthz",
  "readyz",
  "metrics",
  "docs",
  "llms.txt",
  PAGES,
];

/** Lists every route file of the planes with the pattern of its path: adding a file is adding a route.
 *  @param {string} root
 *  @returns {{ file: string, pattern: string, page: boolean, isOfNext: boolean }[]} in the order of their paths */
export function routeFiles(root) {
  return PLANES.flatMap((plane) => filesUnder(root, `app/${plane}`))
    .filter((file) => /\/route\.tsx?$/.test(file))
    .map((file) => ({
      file,
      pattern: dirname(file).replace(`app/${PAGES}`, "app").slice("app".length),
      page: file.startsWith(`app/${PAGES}/`),
      isOfNext: file.includes(OF_NEXT),
    }))
    .sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}
