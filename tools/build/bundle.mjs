// Bundles the programs of production: web processes with every route file, the worker, the start, the command
// line.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { LIB } from "../../host/built-files.mjs";
import { pageInputs } from "./page-inputs.mjs";
import { routeFiles } from "./route-files.mjs";

/** Module whose Response replaces the platform's in our own files. */
const HOST_RESPONSE = "host/fast-response.ts";

/** Programs of production, of a checkout and of the standalone folder alike. */
export const PROGRAMS = Object.fromEntries(
  ["start", "web", "worker", "migrate", "atrium", "health"].map((name) => [
    name,
    `tools/built/${name}.ts`,
  ]),
);

/** Option of bundles whose modules do not look for files beside themselves. */
export const CHUNKS_BELOW = { chunkNames: "chunks/[name]-[hash]" };

/** Programs of `npx atrium dev`. Production contains no part of them. */
export const DEV_PROGRAMS = { main: "tools/dev/main.ts", base: "tools/dev/make-base.ts" };

/** Package of which emails use a few components. */
const EMAILS = { "react-email": "dist/index.mjs" };
/** Packages of a hundred modules and more, which each start would look up, read and compile one after the
 *  other; and the package that depends on one of them. */
const OF_MANY_MODULES = {
  "@asteasolutions/zod-to-openapi": "dist/index.mjs",
  "oidc-provider": "lib/index.js",
  zod: "index.js",
};

/** Bundles programs, and leaves most packages outside: they are loaded from node_modules as Next's own
 *  processes load them. A second copy in a bundle would be another class to `instanceof`, and twice the
 *  memory. Throws with esbuild's own words.
 *  @param {string} root
 *  @param {string} folder relative to the root; it is made anew
 *  @param {Record<string, string>} entryPoints sources by name
 *  @param {object} [more] options of esbuild
 *  @returns {Promise<import("esbuild").Metafile>} inputs and outputs */
export async function bundle(root, folder, entryPoints, more = {}) {
  rmSync(join(root, folder), { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: join(root, folder),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    packages: "external",
    sourcemap: true,
    metafile: true,
    logLevel: "silent",
    plugins: [
      routeTable(root),
      packagesInside(root, { ...EMAILS, ...OF_MANY_MODULES }),
      hostResponses(root),
    ],
    ...more,
  });
  return metafile;
}

/** Makes the package from which pages load `lib` (lib-package.cjs), a module for each file that they name. If
 *  Next compiled `lib` into the pages, that would take as long as the pages themselves. Throws with esbuild's
 *  own words.
 *  @param {string} root
 *  @returns {Promise<string[]>} its inputs */
export async function bundleLib(root) {
  const { compiled, loaded } = await pageInputs(root, { routes: true });
  const names = loaded.map((file) => file.replace(/^lib\/(.*)\.tsx?$/, "$1"));
  const { inputs } = await bundle(
    root,
    LIB,
    Object.fromEntries(names.map((name, at) => [name, loaded[at]])),
    {
      ...CHUNKS_BELOW,
      outExtension: {},
      sourcemap: false,
      plugins: [withoutCommands, packagesInside(root, EMAILS)],
    },
  );
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const about = { name: "@atrium/lib", version, private: true, license, type: "module" };
  const exported = { "./*": "./*.js" };
  writeFileSync(join(root, LIB, "package.json"), JSON.stringify({ ...about, exports: exported }));
  return [...compiled, ...Object.keys(inputs)];
}

/** Leaves out commands and checks that features declare: only the command line runs them. */
const withoutCommands = {
  name: "atrium-without-commands",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@\/cli\// }, ({ path, importer }) =>
      /[/\\]feature\.ts$/.test(importer) ? { path, namespace: "atrium-command" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "atrium-command" }, () => ({ contents: "export {};" }));
  },
};

/** Resolves the import of `atrium:routes` to the table of all route files.
 *  @param {string} root */
function routeTable(root) {
  const routes = routeFiles(root);
  const imports = routes.map(({ file, isOfNext }, at) =>
    isOfNext ? "" : `import * as route${at} from ${JSON.stringify(`./${file}`)};`,
  );
  const entries = routes.map(
    ({ pattern, page, isOfNext }, at) =>
      `{ pattern: ${JSON.stringify(pattern)}, page: ${page}, module: ${isOfNext ? "null" : `route${at}`} },`,
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

/** Files of packages of which only a part is bundled. */
const REPLACED = [
  // esbuild includes all of a module that re-exports a package which it can't see into: the components that no
  // email uses would bring Tailwind and highlighters along.
  [
    /react-email[/\\]dist[/\\]index\.mjs$/,
    (text) => text.replace("export * from", "export { render } from"),
  ],
  // zod's messages in sixty languages: only English is used, which zod sets by itself.
  [/zod[/\\]v4[/\\]locales[/\\]index\.js$/, () => "export {};"],
];

/** Bundles packages. Their own imports stay outside.
 *  @param {string} root
 *  @param {Record<string, string>} entries of each package, by its name */
function packagesInside(root, entries) {
  const modules = join(root, "node_modules");
  const names = Object.keys(entries);
  return {
    name: "atrium-packages",
    setup({ onResolve, onLoad }) {
      for (const [filter, part] of REPLACED)
        onLoad({ filter }, ({ path }) => ({ contents: part(readFileSync(path, "utf8")) }));
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        if (Object.hasOwn(entries, path))
          return { path: join(modules, path, entries[path]), sideEffects: false };
        // A file of one of them, by its own path: a second copy would not share the state of the first.
        if (names.some((name) => path.startsWith(`${name}/`)) && path.endsWith(".js"))
          return { path: join(modules, path) };
        const from = names.find((name) => importer.startsWith(join(modules, name, "/")));
        if (!from) return undefined;
        const [own = ""] = /^(@[^/]+\/)?[^/]+/.exec(path) ?? [];
        if (existsSync(join(modules, from, "node_modules", own)))
          throw new Error(`${from} has its own ${own}, which the bundle would not find`);
        return { path, external: true, sideEffects: false };
      });
    },
  };
}

/** Replaces the platform's Response with the host's in our own files. esbuild's own way (`inject`) would load
 *  it in every bundle, and the platform's with it, even in the starter's.
 *  @param {string} root */
function hostResponses(root) {
  return {
    name: "atrium-host-responses",
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (path.includes("node_modules") || path === join(root, HOST_RESPONSE)) return undefined;
        const contents = readFileSync(path, "utf8");
        if (!/\bResponse\b/.test(contents)) return undefined;
        // At the end, so that lines keep their numbers. Files that only use the type drop the import again.
        const more = `\nimport { Response } from ${JSON.stringify(join(root, HOST_RESPONSE))};\n`;
        return { contents: contents + more, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
