// Finds the files of packages that the build can load: dist contains those and no others.
import { createRequire } from "node:module";
import { join } from "node:path";

/** Files that Next names in its sources and never loads when it serves a build: its compilers, its
 *  development server, pictures. */
const NEVER_LOADED = [
  "node_modules/next/dist/server/dev/*/**",
  "node_modules/next/dist/server/dev/!(hot-reloader-types).js",
  "node_modules/next/dist/build/swc/**",
  "node_modules/next/dist/build/webpack/**",
  "node_modules/next/dist/build/webpack-config*",
  "node_modules/next/dist/build/babel/**",
  "node_modules/next/dist/build/{index,entries,collect-build-traces,turbopack-build,webpack-build}*",
  "node_modules/next/dist/bin/**",
  "node_modules/next/dist/cli/!(next-test).js",
  "node_modules/next/dist/next-devtools/**",
  "node_modules/next/dist/compiled/{webpack,babel,babel-packages,terser,cssnano-simple,@vercel/nft,amphtml-validator}/**",
  "node_modules/next/dist/compiled/{sass-loader,postcss*,css-loader,lightningcss-loader,jest-worker,browserslist,caniuse-lite}/**",
  "node_modules/next/dist/compiled/next-server/*.dev.js",
  "node_modules/next/dist/compiled/next-server/*-experimental*",
  "node_modules/next/dist/compiled/react-dom-experimental/**",
  "node_modules/next/dist/compiled/react-experimental/**",
  "node_modules/next/dist/compiled/react-server-dom-*-experimental/**",
  "node_modules/next/dist/compiled/react-server-dom-webpack/**",
  "node_modules/next/dist/compiled/**/*.development.js",
  "node_modules/{@next/swc-*,sharp,typescript,caniuse-lite}/**",
  "node_modules/@img/**",
  "node_modules/**/*.{d.ts,d.mts,d.cts,map,md}",
  // Files of the checkout, whose runtime code is in the bundles.
  "{.next,app,lib,host,cli,tools,prisma,emails,messages,generated/host,generated/prisma}/**",
  // Folders beside it: data, tools that tests have fetched, and files that do not run.
  "{.atrium,.git,.ci,bench,deploy,dist,docs,e2e,examples,generated/packages,packages,test-results,tests}/**",
];

/** @param {string} root
 *  @param {string[]} entries files that run, relative to the root
 *  @returns {Promise<string[]>} the files below node_modules that they may load, relative to the root, in a
 *  fixed order */
export async function tracedFiles(root, entries) {
  // The tracer is bundled with Next, which traces its own pages with it.
  const { nodeFileTrace } = createRequire(join(root, "package.json"))(
    "next/dist/compiled/@vercel/nft",
  );
  const { fileList } = await nodeFileTrace(
    entries.map((entry) => join(root, entry)),
    { base: root, ignore: NEVER_LOADED, mixedModules: true },
  );
  return [...fileList].filter((file) => file.startsWith("node_modules/")).sort();
}

/** Returns the folder of the package that a file belongs to, or an empty string where it belongs to none.
 *  @param {string} file relative to the root */
export function packageOf(file) {
  const own = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
  return own?.[0] ?? "";
}
