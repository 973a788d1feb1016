// npm test: everything that must hold, on any Node from 18. This file only installs; the rest is
// scripts/test/main.ts, under the Node 24 that was installed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./setup/install.mjs";
import { continueInTypeScript } from "./setup/run-typescript.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await install(root);
  continueInTypeScript(root, "scripts/test/main.ts", process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
