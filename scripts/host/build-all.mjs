// npm run build: makes dist, the standalone folder, and the packed packages. Does nothing while the sources
// are unchanged.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackages, PACKED_PACKAGES } from "../packages/build-packages.mjs";
import { build, buildDist } from "./build.mjs";
import { DIST } from "./built-files.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

try {
  const built = await build();
  const made = (await buildDist()) || built;
  console.log(made ? `Built: ${DIST} runs by itself` : "The build is current");
  const packed = buildPackages(root) ? "Packed" : "The packages are current";
  console.log(`${packed}: ${PACKED_PACKAGES}/*.tgz`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The channel to the process that started this one would keep it alive.
process.disconnect?.();
