// `npx atrium` in a checkout, on any Node from 20. The built command line runs while it is current; else the
// sources run, which takes a TypeScript loader.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMANDS, DEV } from "../../host/built-files.mjs";
import { isBuilt } from "../build/built-state.mjs";
import { continueBuilt, continueInTypeScript } from "./run-typescript.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const args = process.argv.slice(2);
try {
  if (args[0] === "dev") await dev(args.slice(1));
  // They reach an installation over the network, with the user's own sign-in.
  else if (["login", "logout", "token", "call"].includes(args[0]))
    runSource("packages/client/src/command-line/main.ts", args);
  else if (isBuilt(["host"])) await continueBuilt(root, COMMANDS, args);
  else runSource("cli/atrium.ts", args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Runs the service as a dependency of tests, which only a checkout can: no production build contains it.
 *  @param {string[]} rest */
async function dev(rest) {
  process.env.ATRIUM_DEV_FROM ??= process.cwd();
  process.argv.splice(2, 1);
  if (isBuilt(["host", "pages", "dev"])) await continueBuilt(root, DEV, rest);
  else runSource("tools/dev/unbuilt.ts", rest);
}

/** @param {string} script @param {string[]} words */
function runSource(script, words) {
  if (!existsSync(join(root, "node_modules/tsx")))
    throw new Error("The packages are not installed: run npm install (or npm start) first.");
  continueInTypeScript(root, script, words);
}
