import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";

export const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a program to its end, or to the end of this process, which handles signals meanwhile.
 *  @param {string} name of what it does, for the error
 *  @param {string} program
 *  @param {string[]} args
 *  @param {import("node:child_process").ExecFileOptions} options
 *  @returns {Promise<string>} its output
 *  @throws Error with everything that it printed */
export async function runProgram(name, program, args, options) {
  const all = { maxBuffer: Number.POSITIVE_INFINITY, ...options };
  const running = promisify(execFile)(program, args, all);
  const end = () => running.child.kill();
  process.once("exit", end);
  try {
    return (await running).stdout;
  } catch ({ message, stdout, stderr }) {
    throw new Error(`${name} failed:\n${`${stdout ?? ""}${stderr ?? ""}` || message}`);
  } finally {
    process.off("exit", end);
  }
}

/** Settings of a process that loads the service's code and connects to nothing. They are checked when they are
 *  read, and never used or stored; the address alone shows, in the description of the API. */
export const unusedSettings = () => ({
  ATRIUM_MODE: "local",
  ATRIUM_BASE_URL: "https://id.example",
  DATABASE_URL: "postgresql://build@127.0.0.1:1/build",
  ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
});
