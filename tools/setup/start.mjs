// npm start: from a fresh clone to a running service, on any Node from 20. This file only installs. The built
// start continues in this process where it is a Node 24; else the rest is a process of the Node 24 that was
// installed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { START } from "../../host/built-files.mjs";
import { isBuilt } from "../build/built-state.mjs";
import { install } from "./install.mjs";
import { continueBuilt, continueInTypeScript, stopStart } from "./run-typescript.mjs";
import { expectWritable } from "./writable.mjs";

const NO_WINDOWS = "Atrium runs on Linux and macOS. On Windows, start it within WSL 2 (README.md).";
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

try {
  if (process.platform === "win32") throw new Error(NO_WINDOWS);
  if (process.argv[2] === "stop") stopStart(root);
  else await start();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

async function start() {
  expectWritable(root, [".atrium"]);
  const begun = Date.now();
  if (await install(root))
    console.log(`  packages installed  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  const args = process.argv.slice(2);
  if (args.length === 0 && isBuilt()) await continueBuilt(root, START);
  else {
    expectWritable(root, [".next", "generated"]);
    continueInTypeScript(root, "tools/start/main.ts", args);
  }
}
