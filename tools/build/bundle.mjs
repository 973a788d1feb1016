// Bundles the programs of production: the lean host with every route file, the worker, the start, the command
// line.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { DEV, HOST, LIB } from "../../host/built-files.mjs";
import { filesUnder } from "../setup/content-hash.mjs";
import { sources } from "./built-state.mjs";
import { filesThatNeedNext, routeFiles } from "./route-files.mjs";

/** Module whose Response replaces the platform's in our own files. */
const HOST_RESPONSE = "host/fast-response.ts";

/** Programs of a checkout. */
const HOST_ENTRIES = {
  main: "host/main.ts",
  worker: "host/worker.ts",
  start: "tools/start/built.ts",
};

/** Programs of `npx atrium dev` in a checkout. The two other builds contain no part of it. */
const DEV_ENTRIES = { main: "tools/dev/main.ts", base: "tools/dev/make-base.ts" };

/** Programs of the standalone folder. */
const DIST_ENTRIES = Object.fromEntries(
  ["start", "web", "worker", "migrate", "atrium", "health"].map((name) => [
    name,
    `tools/built/${name}.ts`,
  ]),
);

/** Packages of a hundred modules and more, which each start would look up, read and compile one after the
 *  other; and the package that depends on one of them. */
const OF_MANY_MODULES = {
  "@asteasolutions/zod-to-openapi": "dist/index.mjs",
  "oidc-provider": "lib/index.js",
  zod: "index.js",
};

/** Leaves other packages outside: they are loaded from node_modules as Next's own processes load them. A
 *  second copy in a bundle would be another class to `instanceof`, and twice the memory.
 *  @param {string} root */
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

/** Bundles the host's programs. Throws with esbuild's own words.
 *  @param {string} root
 *  @param {string} [folder] relative to the root; it is made anew */
export function bundleHost(root, folder = dirname(HOST)) {
  return bundleInto(root, folder, HOST_ENTRIES, { sourcemap: true, plugins: [withoutCommands] });
}

/** Bundles the programs of `npx atrium dev`. Throws with esbuild's own words.
 *  @param {string} root
 *  @param {string} [folder] relative to the root; it is made anew */
export function bundleDev(root, folder = dirname(DEV)) {
  return bundleInto(root, folder, DEV_ENTRIES, { sourcemap: true, plugins: [withoutCommands] });
}

/** Bundles programs that tests run as processes of their own, so that TypeScript is read once for all of
 *  them. Throws with esbuild's own words.
 *  @param {string} root
 *  @param {string} folder relative to the root; it is made anew
 *  @param {Record<string, string>} entryPoints sources by name */
export function bundleForTests(root, folder, entryPoints) {
  return bundleInto(root, folder, entryPoints, { sourcemap: true });
}

/** Bundles the programs of the standalone folder. Throws with esbuild's own words.
 *  @param {string} root
 *  @param {string} folder relative to the root; it is made anew */
export function bundleDist(root, folder) {
  return bundleInto(root, folder, DIST_ENTRIES, { chunkNames: "chunks/[name]-[hash]" });
}

/** @param {string} root
 *  @param {string} folder
 *  @param {Record<string, string>} entryPoints
 *  @param {object} options
 *  @returns {Promise<import("esbuild").Metafile>} inputs and outputs */
async function bundleInto(root, folder, entryPoints, { plugins: more = [], ...options }) {
  const plugins = [
    ...more,
    await routeTable(root),
    lettersAlone(root),
    inOnePiece(root),
    hostResponses(root),
  ];
  rmSync(join(root, folder), { recursive: true, force: true });
  const { metafile } = await build({
    ...shared(root),
    entryPoints,
    outdir: join(root, folder),
    outExtension: { ".js": ".mjs" },
    splitting: true,
    plugins,
    ...options,
  });
  return metafile;
}

/** Makes the package from which pages load `lib` (lib-package.cjs), a module for each file that they name. If
 *  Next compiled `lib` into the pages, that would take as long as the pages themselves. Throws with esbuild's
 *  own words.
 *  @param {string} root */
export async function bundleLib(root) {
  const files = sourcesOfLib(root);
  const names = files.map((file) => file.replace(/^lib\/(.*)\.tsx?$/, "$1"));
  const folder = join(root, LIB);
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...shared(root),
    entryPoints: Object.fromEntries(names.map((name, at) => [name, files[at]])),
    outdir: folder,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    plugins: [withoutCommands, lettersAlone(root)],
  });
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const about = { name: "@atrium/lib", version, private: true, license, type: "module" };
  const exported = { "./*": "./*.js" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...about, exports: exported }));
}

/** Finds the files of `lib` that code for browsers imports: files with "use client" and their imports, except
 *  those that stay on the server ("use server").
 *  @param {string} root
 *  @returns {Promise<string[]>} */
export async function libInBrowsers(root) {
  const begins = (file, directive) =>
    readFileSync(join(root, file), "utf8").trimStart().startsWith(directive);
  const files = filesUnder(root, "app").filter((file) => /\.tsx?$/.test(file));
  const onServer = {
    name: "atrium-on-server",
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]app[/\\].*\.tsx?$/ }, ({ path }) =>
        begins(relative(root, path), '"use server"') ? { contents: "module.exports = {};" } : null,
      );
    },
  };
  const { metafile } = await build({
    ...shared(root),
    entryPoints: files.filter((file) => begins(file, '"use client"')),
    outdir: join(root, "generated"),
    splitting: true,
    write: false,
    plugins: [onServer],
  });
  return Object.keys(metafile.inputs).filter((file) => file.startsWith("lib/"));
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

/** Lists the files of `lib` that can be imported.
 *  @param {string} root */
function sourcesOfLib(root) {
  const others = sources(root).filter((file) => /\.tsx?$/.test(file) && !file.startsWith("lib/"));
  const texts = others.map((file) => readFileSync(join(root, file), "utf8"));
  const imported = new Set(texts.flatMap((text) => text.match(/(?<=["']@\/)lib\/[^"']+/g) ?? []));
  const path = (file) => file.replace(/\.tsx?$/, "");
  return sources(root).filter((file) => file.startsWith("lib/") && imported.has(path(file)));
}

/** Resolves the import of `atrium:routes` to the table of all route files. */
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

/** Bundles only the needed parts of react-email: emails use a few of its components, and the others would
 *  bring Tailwind and highlighters along. No code tests `instanceof` its classes.
 *  @param {string} root */
function lettersAlone(root) {
  const folder = join(root, "node_modules/react-email");
  const index = join(folder, "dist/index.mjs");
  return {
    name: "atrium-letters",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^react-email$/ }, () => ({ path: index, sideEffects: false }));
      // esbuild includes all of a module that re-exports a package which it can't see into.
      onLoad({ filter: /react-email[/\\]dist[/\\]index\.mjs$/ }, () => ({
        contents: readFileSync(index, "utf8").replace("export * from", "export { render } from"),
      }));
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
        importer.startsWith(folder) ? { path, external: true, sideEffects: false } : undefined,
      );
    },
  };
}

/** Bundles the packages of many modules. Their own imports stay outside.
 *  @param {string} root */
function inOnePiece(root) {
  const folderOf = (name) => join(root, "node_modules", name);
  const packages = Object.entries(OF_MANY_MODULES).map(([name, entry]) => ({
    name,
    folder: folderOf(name),
    entry: join(folderOf(name), entry),
  }));
  return {
    name: "atrium-in-one-piece",
    setup({ onResolve, onLoad }) {
      // zod's messages in sixty languages: only English is used, which zod sets by itself.
      onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
        contents: "export {};",
      }));
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        const wanted = packages.find(({ name }) => name === path);
        if (wanted) return { path: wanted.entry };
        // A file of one of them, by its own path: a second copy would not share the state of the first.
        const of = packages.find(({ name }) => path.startsWith(`${name}/`) && path.endsWith(".js"));
        if (of) return { path: join(root, "node_modules", path) };
        const from = packages.find(({ folder }) => importer.startsWith(`${folder}/`));
        if (!from) return undefined;
        if (existsSync(join(from.folder, "node_modules")))
          throw new Error(`${from.name} has packages of its own, which the bundle would not find`);
        return { path, external: true };
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

/** Lists the route files that the host serves by itself; Next builds all others.
 *  @param {string} root
 *  @returns {Promise<string[]>} */
export async function routesOfHost(root) {
  const files = routeFiles(root).map(({ file }) => file);
  const left = await leftToNext(root, files);
  return files.filter((file) => !left.has(file));
}

/** Finds the route files that need Next.
 *  @param {string} root
 *  @param {string[]} files */
async function leftToNext(root, files) {
  const { metafile } = await build({
    ...shared(root),
    entryPoints: files,
    outdir: join(root, "generated"),
    // Shared files are parsed once, and not once for each route.
    splitting: true,
    write: false,
  });
  return new Set(filesThatNeedNext(metafile, files));
}
