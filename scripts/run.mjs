// npm run NAME, for what is written in TypeScript: `node scripts/run.mjs FILE …`. It ends when npm does. An old Node gets no further
// than its check.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectNode } from "./setup/node-version.mjs";

expectNode(20);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);
import("./setup/run-typescript.mjs")
  .then(({ continueInTypeScript }) => {
    if (!existsSync(join(root, "node_modules/tsx")))
      throw new Error("The packages are not installed: run npm install (or npm start) first.");
    // Files that a command is given are those of the folder in which npm runs it.
    continueInTypeScript(root, script, args, process.cwd());
  })
  .catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
