// Assembles the standalone folder: bundles, Next's build, migrations, and the loadable files of packages.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { LIB, PROGRAMS, SCHEMA } from "../../host/built-files.mjs";
import { filesUnder } from "../setup/content-hash.mjs";
import { billOfMaterials } from "./bill-of-materials.mjs";
import { copyBuiltPages, filesOfPages, packagesOfPages } from "./built-pages.mjs";
import { readBuilt } from "./built-state.mjs";
import { packageOf, tracedFiles } from "./traced-files.mjs";

/** Folder of the assembly: below the checkout, so that imports are found; it is moved to its place when
 *  complete. */
const MAKING = "generated/dist";
/** Files that are loaded by name alone: Next as a server (host/pages), React's renderer
 *  (lib/core/oidc/pages/markup), pg-boss' version. */
const BY_NAME = [
  "node_modules/next/dist/server/next.js",
  "node_modules/react-dom/server.node.js",
  "node_modules/pg-boss/package.json",
];
const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** Makes the folder anew from the built parts.
 *  @param {string} root the checkout
 *  @param {string} to the folder */
export async function makeDist(root, to) {
  const making = join(root, MAKING);
  rmSync(making, { recursive: true, force: true });
  const { packages: inside } = readBuilt("host", root);
  cpSync(join(root, PROGRAMS), making, {
    recursive: true,
    filter: (file) => !/\.map$|BUILT$/.test(file),
  });
  const bundles = filesUnder(root, MAKING);
  const traced = await tracedFiles(root, [...bundles, ...BY_NAME, ...filesUnder(root, LIB)]);
  // Optional dependencies of packages are installed for development alone.
  const runs = runsInProduction(root);
  const files = [...traced, ...filesOfPages(root)].filter((file) => runs(packageOf(file)));
  copyPackages(root, making, files);
  copyLicences(root, making, inside);
  copyBuiltPages(root, making);
  // Migrations, and the objects that `backup check` looks for.
  for (const folder of SCHEMA)
    cpSync(join(root, folder), join(making, folder), { recursive: true });
  for (const file of [...documentFiles(root), "LICENSE"]) copyFile(root, making, file);
  writePackage(root, making);
  const folders = [...files.map(packageOf).filter(Boolean), ...inside, ...packagesOfPages(root)];
  const bill = await billOfMaterials(root, { date: sourcesDate(root), folders });
  writeJson(join(making, "sbom.json"), bill);
  openToAll(making);
  rmSync(to, { recursive: true, force: true });
  // A move to another file system fails.
  cpSync(making, to, { recursive: true, verbatimSymlinks: true });
  rmSync(making, { recursive: true });
}

/** Lists the files that the service shows at /docs, relative to the checkout: the pages, their drawings, and
 *  the packages' own READMEs (lib/features/documentation/page-files reads them).
 *  @param {string} root the checkout */
export function documentFiles(root) {
  const pages = filesUnder(root, "docs").filter((file) => /\.(md|svg)$/.test(file));
  const readmes = readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)));
  return [...pages, ...readmes];
}

/** Whether the package in a folder is needed in production, by the lock file.
 *  @param {string} root
 *  @returns {(folder: string) => boolean} */
function runsInProduction(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return (folder) => packages[folder]?.dev !== true;
}

/** @param {string} root
 *  @param {string} to
 *  @param {string[]} files */
function copyPackages(root, to, files) {
  const folders = new Set(files.map(packageOf));
  const about = [...folders].map((folder) => `${folder}/package.json`);
  for (const file of new Set([...files, ...about])) copyFile(root, to, file);
  copyLicences(root, to, folders);
}

/** Copies the licences of packages, including those that are within a bundle.
 *  @param {string} root
 *  @param {string} to
 *  @param {Iterable<string>} folders */
function copyLicences(root, to, folders) {
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder)))
      if (LICENCE.test(name)) copyFile(root, to, `${folder}/${name}`);
}

/** @param {string} root
 *  @param {string} to
 *  @param {string} file relative to both */
function copyFile(root, to, file) {
  mkdirSync(dirname(join(to, file)), { recursive: true });
  cpSync(join(root, file), join(to, file), { dereference: true, recursive: true });
}

/** Makes the folder readable by any account, independent of the builder's umask.
 *  @param {string} folder */
function openToAll(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}

/** Writes a manifest for Node and for people: there is nothing to install.
 *  @param {string} root
 *  @param {string} to */
function writePackage(root, to) {
  const { name, version, description, license, type } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const about = { name, version, description, private: true, license, type };
  writeJson(join(to, "package.json"), { ...about, engines: { node: ">=24" } });
}

/** @param {string} file @param {unknown} value */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Returns the date of the sources: SOURCE_DATE_EPOCH (reproducible-builds.org), else their commit; the epoch
 *  where neither is known.
 *  @param {string} root */
function sourcesDate(root) {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (given > 0) return new Date(given * 1000);
  try {
    const committed = ["log", "-1", "--format=%ct"];
    const seconds = execFileSync("git", committed, { cwd: root, encoding: "utf8", stdio: "pipe" });
    return new Date(Number(seconds) * 1000);
  } catch {
    return new Date(0);
  }
}
