// npm run build: makes dist, the folder that runs by itself, and the packed packages. Does nothing while the sources are unchanged.
// npm run build -- [host] [pages] [routes] [dev] [dist]: makes these parts alone.
// npm run build -- [python] [go]: packs the clients in these languages instead.
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { DIST } from "../../host/built-files.mjs";
import { buildPackages, PACKED_PACKAGES } from "../packages/build-packages.mjs";
import { build, buildDist } from "./build.mjs";
import { PARTS } from "./built-state.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const words = process.argv.slice(2);
const parts = words.filter((word) => Object.hasOwn(PARTS, word));

try {
  if (words.length === 0) await buildAll();
  else if (parts.length > 0) {
    await build(parts);
    if (words.includes("dist")) await buildDist();
  } else {
    const foreign = ["--import", "tsx", "tools/foreign/build.ts", ...words];
    execFileSync(process.execPath, foreign, { cwd: root, stdio: "inherit" });
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function buildAll() {
  const built = await build();
  const made = (await buildDist()) || built;
  console.log(made ? `Built: ${DIST} runs by itself` : "The build is current");
  const packed = (await buildPackages(root)) ? "Packed" : "The packages are current";
  console.log(`${packed}: ${PACKED_PACKAGES}/*.tgz`);
}
// The channel to the process that started this one would keep it alive.
process.disconnect?.();
