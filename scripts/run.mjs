// npm run NAME, for what is written in TypeScript: `node scripts/run.mjs FILE …`. It ends when npm does.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { continueInTypeScript } from "./setup/run-typescript.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);
try {
  if (!existsSync(join(root, "node_modules/tsx")))
    throw new Error("The packages are not installed: run npm install (or npm start) first.");
  // Files that a command is given are those of the folder in which npm runs it.
  continueInTypeScript(root, script, args, process.cwd());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
