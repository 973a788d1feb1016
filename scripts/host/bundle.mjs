// Bundles what production runs into generated/host: the lean host with every route file, the worker, and the start.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { HOST } from "./built-files.mjs";
import { filesThatNeedNext, routeFiles } from "./route-files.mjs";

/**
 * Packages stay outside: they are loaded from node_modules as Next's own processes load them.
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

/** Throws with esbuild's own words. @param {string} root */
export async function bundleHost(root) {
  const routes = routeFiles(root);
  const files = routes.map(({ file }) => file);
  const { metafile } = await build({
    ...shared(root),
    entryPoints: files,
    outdir: join(root, "generated/host"),
    write: false,
  });
  const left = new Set(filesThatNeedNext(metafile, files));
  rmSync(join(root, "generated/host"), { recursive: true, force: true });
  await build({
    ...shared(root),
    entryPoints: {
      main: "host/main.ts",
      worker: "scripts/worker.ts",
      start: "scripts/start/built.ts",
    },
    outdir: join(root, dirname(HOST)),
    outExtension: { ".js": ".mjs" },
    splitting: true,
    sourcemap: true,
    inject: ["host/fast-response.ts"],
    plugins: [routeTable(root, routes, left)],
  });
}

/** Answers the import of `atrium:routes` with the table of all route files. */
function routeTable(root, routes, left) {
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
