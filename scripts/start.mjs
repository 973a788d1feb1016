// npm start: from a fresh clone to a running service, on any Node from 18. This file only installs;
// the rest is scripts/start/main.ts, under the Node 24 that was installed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./setup/install.mjs";
import { continueInTypeScript } from "./setup/run-typescript.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  const begun = Date.now();
  if (await install(root))
    console.log(`  packages installed  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  continueInTypeScript(root, "scripts/start/main.ts", process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
