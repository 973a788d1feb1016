// Bundles what production runs: the lean host with every route file, the worker, the start, the command line.
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { DEV, HOST } from "./built-files.mjs";
import { filesThatNeedNext, routeFiles } from "./route-files.mjs";

/** What runs in a checkout. */
const HOST_ENTRIES = {
  main: "host/main.ts",
  worker: "scripts/worker.ts",
  start: "scripts/start/built.ts",
};

/** What a checkout runs for tests (`npx atrium dev`). Nothing of it is in the two others. */
const DEV_ENTRIES = { main: "scripts/dev/main.ts", base: "scripts/dev/make-base.ts" };

/** What runs where the build lies by itself. */
const DIST_ENTRIES = Object.fromEntries(
  ["start", "web", "worker", "migrate", "atrium", "health"].map((name) => [
    name,
    `scripts/built/${name}.ts`,
  ]),
);

/**
 * Packages stay outside: they are loaded from node_modules as Next's own processes load them. A second copy in a bundle
 * would be another class to `instanceof`, and twice the memory.
 * @param {string} root
 */
const shared = (root) => ({
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node24",
  packages: "external",
  metafile: true,
  logLevel: "silent",
});

/** Throws with esbuild's own words. @param {string} root @param {string} [folder] relative to the root; it is made anew */
export function bundleHost(root, folder = dirname(HOST)) {
  return bundleInto(root, folder, HOST_ENTRIES, { sourcemap: true });
}

/** Throws with esbuild's own words. @param {string} root @param {string} [folder] relative to the root; it is made anew */
export function bundleDev(root, folder = dirname(DEV)) {
  return bundleInto(root, folder, DEV_ENTRIES, { sourcemap: true });
}

/**
 * Throws with esbuild's own words.
 * @param {string} root
 * @param {string} folder relative to the root; it is made anew
 */
export function bundleDist(root, folder) {
  return bundleInto(root, folder, DIST_ENTRIES, { chunkNames: "chunks/[name]-[hash]" });
}

/** @param {string} root @param {string} folder @param {Record<string, string>} entryPoints @param {object} more
 *  @returns {Promise<import("esbuild").Metafile>} what came from where */
async function bundleInto(root, folder, entryPoints, more) {
  const plugins = [await routeTable(root), lettersAlone(root)];
  rmSync(join(root, folder), { recursive: true, force: true });
  const { metafile } = await build({
    ...shared(root),
    entryPoints,
    outdir: join(root, folder),
    outExtension: { ".js": ".mjs" },
    splitting: true,
    inject: ["host/fast-response.ts"],
    plugins,
    ...more,
  });
  return metafile;
}

/** Answers the import of `atrium:routes` with the table of all route files. */
async function routeTable(root) {
  const routes = routeFiles(root);
  const left = await leftToNext(
    root,
    routes.map(({ file }) => file),
  );
  const name = (at) => `route${at}`;
  const imports = routes.map(({ file }, at) =>
    left.has(file) ? "" : `import * as ${name(at)} from ${JSON.stringify(`./${file}`)};`,
  );
  const entries = routes.map(
    ({ file, pattern, page }, at) =>
      `{ pattern: ${JSON.stringify(pattern)}, page: ${page}, module: ${left.has(file) ? "null" : name(at)} },`,
  );
  const contents = [...imports, "export const routes = [", ...entries, "];"].join("\n");
  return {
    name: "atrium-routes",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^atrium:routes$/ }, () => ({ path: "routes", namespace: "atrium" }));
      onLoad({ filter: /.*/, namespace: "atrium" }, () => ({ contents, resolveDir: root }));
    },
  };
}

/** Takes react-email apart: of its components letters use a few, and the others would bring Tailwind and highlighters along.
 *  Nobody asks whether something is an instance of its classes. @param {string} root */
function lettersAlone(root) {
  const folder = join(root, "node_modules/react-email");
  const index = join(folder, "dist/index.mjs");
  return {
    name: "atrium-letters",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^react-email$/ }, () => ({ path: index, sideEffects: false }));
      // esbuild keeps everything of a module that passes on all of a package it can't see into.
      onLoad({ filter: /react-email[/\\]dist[/\\]index\.mjs$/ }, () => ({
        contents: readFileSync(index, "utf8").replace("export * from", "export { render } from"),
      }));
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
        importer.startsWith(folder) ? { path, external: true, sideEffects: false } : undefined,
      );
    },
  };
}

/** The route files that need Next. @param {string} root @param {string[]} files */
async function leftToNext(root, files) {
  const { metafile } = await build({
    ...shared(root),
    entryPoints: files,
    outdir: join(root, "generated"),
    write: false,
  });
  return new Set(filesThatNeedNext(metafile, files));
}
