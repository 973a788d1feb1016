import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NPM, runProgram } from "../build/run-program.mjs";
import { contentHash, makeUnlessCurrent } from "../setup/content-hash.mjs";
import { generateClientTypes } from "./generate-types.mjs";

/** Folder of the packed packages, a .tgz each. */
export const PACKED_PACKAGES = "generated/packages";

/** Packages in build order: dependencies first. */
const NAMES = ["client", "express", "next", "testing"];

/** Makes the packages for publication: compiled, with their types, in the version of the service. Returns
 *  whether it had to.
 *  @param {string} root */
export async function buildPackages(root) {
  const stamp = join(root, PACKED_PACKAGES, "SOURCES");
  if (await generateClientTypes(root)) rmSync(stamp, { force: true });
  const sources = [...NAMES.map((name) => `packages/${name}`), "packages/tsconfig.base.json"];
  const hash = contentHash(root, [...sources, "package.json", "tools/packages", "LICENSE"]);
  return makeUnlessCurrent(stamp, hash, async () => {
    rmSync(join(root, PACKED_PACKAGES), { recursive: true, force: true });
    const { version } = readJson(root, "package.json");
    for (const name of NAMES) await pack(root, name, version);
  });
}

/** @param {string} root @param {string} name @param {string} version */
async function pack(root, name, version) {
  const stage = join(root, PACKED_PACKAGES, name);
  mkdirSync(stage, { recursive: true });
  const project = `packages/${name}/tsconfig.build.json`;
  const tsc = ["node_modules/typescript-7/bin/tsc", "-p", project];
  await runProgram(`Compiling ${name}`, process.execPath, tsc, { cwd: root });
  const manifest = published(readJson(root, `packages/${name}/package.json`), version);
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  copyFileSync(join(root, `packages/${name}/README.md`), join(stage, "README.md"));
  const into = ["--pack-destination", join(root, PACKED_PACKAGES)];
  const flags = ["--ignore-scripts", "--loglevel=error"];
  await runProgram(`Packing ${name}`, NPM, ["pack", ...into, ...flags], { cwd: stage });
}

/** Returns the manifest for publication: compiled files in place of the source, and our own packages in this
 *  very version.
 *  @param {any} manifest
 *  @param {string} version */
function published(manifest, version) {
  const compiled = (source) => source.replace("./src/", "./dist/").replace(/\.ts$/, "");
  const entries = Object.entries(manifest.exports).map(([entry, source]) => [
    entry,
    { types: `${compiled(source)}.d.ts`, default: `${compiled(source)}.js` },
  ]);
  const needed = Object.entries(manifest.dependencies ?? {}).map(([name, wanted]) => [
    name,
    name.startsWith("@atrium/") ? version : `^${wanted}`,
  ]);
  const exports = Object.fromEntries(entries);
  const programs = Object.entries(manifest.bin ?? {}).map(([name, source]) => [
    name,
    `${compiled(source)}.js`,
  ]);
  return {
    ...manifest,
    ...(programs.length > 0 && { bin: Object.fromEntries(programs) }),
    version,
    files: ["dist"],
    exports,
    dependencies: Object.fromEntries(needed),
  };
}

/** @param {string} root @param {string} file */
function readJson(root, file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
