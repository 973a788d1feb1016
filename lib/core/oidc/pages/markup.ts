import { join } from "node:path";
import type { ReactNode } from "react";
import { homeFolder } from "@/lib/kernel/process/home-folder";
import { singleton } from "@/lib/kernel/process/singleton";

type Render = (node: ReactNode) => string;

/** Renders stateless components to HTML. No part of React reaches the browser. */
export function markupOf(node: ReactNode): string {
  return singleton("react-server-renderer", loaded)(node);
}

/** React's renderer, loaded from the installed package by Node. An import would go through the bundler, and
 *  Next refuses this package in a route. */
function loaded(): Render {
  const { createRequire } = process.getBuiltinModule("node:module");
  const load = createRequire(join(homeFolder(), "package.json"));
  return load("react-dom/server").renderToStaticMarkup;
}
