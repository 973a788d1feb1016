// Writes generated/api-routes.ts, the list of the route files that the API description is made from.
import { isOfJsonPlane, routeFiles } from "./route-files.mjs";
import { writeGenerated } from "./write-generated.mjs";

/**
 * Lists every route file of the JSON planes, of OAuth and of well-known documents with its path, so that a file alone
 * makes an endpoint and its description.
 * @param {string} root
 */
export function writeApiRoutes(root) {
  const routes = routeFiles(root).filter(({ pattern }) => isDescribed(pattern));
  writeGenerated(root, "api-routes.ts", listOf(routes));
}

/** @param {string} path */
function isDescribed(path) {
  return isOfJsonPlane(path) || /^\/(oauth|\.well-known)\//.test(path);
}

/** @param {{ file: string, pattern: string }[]} routes */
function listOf(routes) {
  const imports = routes.map(
    ({ file }, at) =>
      `import * as route${at} from ${JSON.stringify(`@/${file.replace(/\.tsx?$/, "")}`)};`,
  );
  const entries = routes.map(
    ({ pattern }, at) =>
      `  { path: ${JSON.stringify(pattern.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}"))}, module: route${at} },`,
  );
  return [
    'import type { RouteFile } from "@/lib/core/http/operation";',
    ...imports,
    "",
    "export const apiRoutes: readonly RouteFile[] = [",
    ...entries,
    "];",
  ];
}
