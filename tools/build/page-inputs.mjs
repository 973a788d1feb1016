// Finds by imports what Next compiles into the pages, and what of `lib` the pages load at run time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { entriesOfApp } from "./built-state.mjs";
import { routeFiles } from "./route-files.mjs";

/** Files outside of app that Next finds by their names. */
const BESIDE_APP = ["instrumentation.ts", "proxy.ts"];

/** @typedef {{ compiled: string[], loaded: string[] }} PageInputs `compiled` are the sources in Next's build;
 *  `loaded` are the files of `lib` that servers load from its package */

/** Finds the inputs of Next's build.
 *  @param {string} root
 *  @param {{ routes?: boolean }} [which] `routes`: with the routes that the host serves by itself
 *  @returns {Promise<PageInputs>} */
export async function pageInputs(root, { routes = false } = {}) {
  const ofHost = new Set(routeFiles(root).flatMap((one) => (one.isOfNext ? [] : one.file)));
  const entries = entriesOfApp(root).filter((file) => routes || !ofHost.has(file));
  const scripts = [...entries.filter((file) => /\.tsx?$/.test(file)), ...BESIDE_APP];
  const graph = await importGraph(root, scripts);
  /** @type {{ compiled: Set<string>, loaded: Set<string>, seen: Set<string> }} */
  const found = { compiled: new Set(entries), loaded: new Set(), seen: new Set() };
  for (const file of scripts) visit(root, graph, file, false, found);
  return { compiled: [...found.compiled].sort(), loaded: [...found.loaded].sort() };
}

/** Reads which file imports which; bundles nothing.
 *  @returns {Promise<import("esbuild").Metafile["inputs"]>} */
async function importGraph(root, files) {
  const contents = files.map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n");
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    metafile: true,
    logLevel: "silent",
    outdir: join(root, "generated"),
    write: false,
  });
  return metafile.inputs;
}

/** Follows imports from a file. A server loads `lib` from its package (lib-package.cjs); browsers get what
 *  files with "use client" import, except those that stay on the server ("use server"). */
function visit(root, graph, file, inBrowser, found) {
  const text = readFileSync(join(root, file), "utf8").trimStart();
  const isClient = /^["']use client/.test(text) || (inBrowser && !/^["']use server/.test(text));
  const ofLib = file.startsWith("lib/");
  if (found.seen.has(`${isClient} ${file}`)) return;
  found.seen.add(`${isClient} ${file}`);
  if (ofLib && !isClient) return;
  found.compiled.add(file);
  for (const { path, external } of graph[file]?.imports ?? []) {
    if (external) continue;
    if (path.startsWith("lib/") && !ofLib) found.loaded.add(path);
    visit(root, graph, path, isClient, found);
  }
}
