// npm run NAME, for commands in TypeScript: `node tools/run.mjs [--install] FILE …`. It ends when npm does,
// and with --install installs missing packages. An old Node gets no further than its check.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectNode } from "./setup/node-version.mjs";

expectNode(20);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const given = process.argv.slice(2);
const installs = given[0] === "--install";
const [script, ...args] = installs ? given.slice(1) : given;

Promise.all([import("./setup/install.mjs"), import("./setup/run-typescript.mjs")])
  .then(async ([{ install }, { continueInTypeScript }]) => {
    if (installs) await install(root);
    else if (!existsSync(join(root, "node_modules/tsx")))
      throw new Error("The packages are not installed: run npm install (or npm start) first.");
    // Paths in the arguments are relative to the folder in which npm runs it.
    continueInTypeScript(root, script, args, process.cwd());
  })
  .catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
