import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { continueInTypeScript } from "./run-typescript.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Installs what is missing, and goes on with a script under Node 24, with this process's arguments. It ends as the script does.
 * @param {string} script relative to the root
 */
export async function enter(script) {
  try {
    await install(root);
    continueInTypeScript(root, script, process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
