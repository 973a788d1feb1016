// npm start: from a fresh clone to a running service, on any Node from 18. This file only installs. What is built goes
// on in this process where it is a Node 24; else the rest is a process of the Node 24 that was installed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build.mjs";
import { START } from "./host/built-files.mjs";
import { install } from "./setup/install.mjs";
import { continueBuilt, continueInTypeScript } from "./setup/run-typescript.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  const begun = Date.now();
  if (await install(root))
    console.log(`  packages installed  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  const args = process.argv.slice(2);
  if (args.length > 0 || !isBuilt()) continueInTypeScript(root, "scripts/start/main.ts", args);
  else await continueBuilt(root, START);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
