// Writes generated/api-routes.ts, the list of the route files that the API description is made from.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOfJsonPlane, routeFiles } from "./route-files.mjs";

const LIST = "generated/api-routes.ts";

/**
 * Lists every route file of the JSON planes, of OAuth and of well-known documents with its path, so that a file alone makes an endpoint and its description.
 * Leaves the list alone while it is current.
 * @param {string} root
 */
export function writeApiRoutes(root) {
  const text = listOf(routeFiles(root).filter(({ pattern }) => isDescribed(pattern)));
  const file = join(root, LIST);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
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
    "// Written by tools/build/generate.mjs.",
    'import type { RouteFile } from "@/lib/core/http/operation";',
    ...imports,
    "",
    "export const apiRoutes: readonly RouteFile[] = [",
    ...entries,
    "];",
    "",
  ].join("\n");
}
