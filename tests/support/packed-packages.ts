import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildPackages, PACKED_PACKAGES } from "@/tools/packages/build-packages.mjs";

/** Makes a folder with nothing but our packages in it, installed by npm from the packed files, without a
 *  registry. Their other dependencies (Next, React) are found further up, in the checkout. */
export async function aFolderWithPackages(): Promise<string> {
  await buildPackages(process.cwd());
  mkdirSync("test-results", { recursive: true });
  const folder = mkdtempSync(resolve("test-results/packed-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const quiet = ["--ignore-scripts", "--loglevel=error"];
  const npm = (...args: string[]) => execFileSync("npm", [...args, ...quiet], { cwd: folder });
  npm("pack", resolve("node_modules/jose"));
  const packed = globSync(`${PACKED_PACKAGES}/*.tgz`).map((file) => resolve(file));
  const offline = ["--offline", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  npm("install", ...offline, ...globSync(join(folder, "jose-*.tgz")), ...packed);
  return folder;
}
