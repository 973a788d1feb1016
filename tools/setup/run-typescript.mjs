import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { COMPILED } from "../../host/built-files.mjs";
import { endOutright, processesBelow, whenStarterIsGone } from "./processes.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Returns the Node 24 that is installed as a package; else this one, if new enough.
 *  @param {string} root */
function node24(root) {
  const packaged = join(root, "node_modules/.bin/node");
  if (existsSync(packaged) && spawnSync(packaged, ["--version"]).status === 0) return packaged;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  throw new Error(
    `There is no Node 24 package for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. Install Node 24.`,
  );
}

/** Continues in TypeScript under Node 24, with its exit code.
 *  @param {string} root
 *  @param {string} script relative to root
 *  @param {string[]} args
 *  @param {string} [cwd] working directory */
export function continueInTypeScript(root, script, args, cwd = root) {
  const loader = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
  continueUnder(root, ["--import", loader, join(root, script), ...args], cwd);
}

/** Ends the start of this folder (`npm start -- stop`). @param {string} root */
export function stopStart(root) {
  if (existsSync(join(root, "node_modules/tsx")))
    return continueInTypeScript(root, "tools/start/stop.ts", []);
  console.log("No Atrium runs from this folder: its packages are not installed.");
}

/** Continues with a built script: in this process where it is a Node 24, so that no second one waits for the
 *  first.
 *  @param {string} root
 *  @param {string} script relative to root
 *  @param {string[]} args for another process; this one has its own */
export async function continueBuilt(root, script, args = []) {
  if (Number(process.versions.node.split(".")[0]) < 24)
    return continueUnder(root, [script, ...args]);
  process.chdir(root);
  process.env.PATH = pathOf(root);
  keepCompiled(root);
  whenStarterIsGone(() => process.kill(process.pid, "SIGTERM"));
  await import(pathToFileURL(join(root, script)).href);
}

/** Enables V8's compile cache in this process and its children, for the next start: a third of a start is
 *  compiling. Node ignores entries of other code or of another version.
 *  @param {string} root */
function keepCompiled(root) {
  process.env.NODE_COMPILE_CACHE ??= join(root, COMPILED);
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

/** Runs Node with these arguments in another process. Signals are passed on; the IPC channel closes when this
 *  process is gone. When the starter of this process is gone, the other one gets SIGTERM, and its leftovers
 *  are killed.
 *  @param {string} root
 *  @param {string[]} args
 *  @param {string} [cwd] */
function continueUnder(root, args, cwd = root) {
  const child = spawn(node24(root), args, {
    cwd,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: pathOf(root) },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  /** @type {ReturnType<typeof processesBelow>} */
  let begun = [];
  whenStarterIsGone(() => {
    begun = processesBelow(child.pid);
    child.kill("SIGTERM");
  });
  child.once("exit", (code, signal) => {
    endOutright(begun);
    process.exit(code ?? 128 + constants.signals[signal ?? "SIGKILL"]);
  });
}

/** Returns PATH with programs of packages first, the installed Node among them.
 *  @param {string} root */
function pathOf(root) {
  return `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
}
