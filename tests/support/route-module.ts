import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation } from "@/lib/core/http/operation";
import type { RouteHandler } from "@/lib/core/http/route-handler";

export type RouteModule = Record<Operation["method"], RouteHandler>;

/** The route file behind a described path: the path of a URL is the path of its file. */
export async function routeModule(path: string): Promise<RouteModule> {
  const file = join(
    process.cwd(),
    "app",
    // A file's name may have several parts.
    path.replace("{file}", "[...file]").replaceAll("{", "[").replaceAll("}", "]"),
    "route.ts",
  );
  return (await import(pathToFileURL(file).href)) as RouteModule;
}

/** A described path with its parameters filled in. */
export function filled(path: string, value: (name: string) => string) {
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, value(name)]),
  );
  return { params, path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "") };
}
