import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";

export const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a program to its end.
 *  @param {string} name of what it does, for the error
 *  @param {string} program
 *  @param {string[]} args
 *  @param {import("node:child_process").SpawnSyncOptions} options
 *  @returns {string} its output
 *  @throws Error with everything that it printed */
export function runProgram(name, program, args, options) {
  const all = { maxBuffer: Number.POSITIVE_INFINITY, ...options, encoding: "utf8" };
  const { status, stdout, stderr, error } = spawnSync(program, args, all);
  if (status === 0) return stdout;
  throw new Error(`${name} failed:\n${error?.message ?? ""}${stdout ?? ""}${stderr ?? ""}`);
}

/** Settings of a process that loads the service's code and connects to nothing. They are checked when they are
 *  read, and never used or stored; the address alone shows, in the description of the API. */
export const unusedSettings = () => ({
  ATRIUM_MODE: "local",
  ATRIUM_BASE_URL: "https://id.example",
  DATABASE_URL: "postgresql://build@127.0.0.1:1/build",
  ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
});
