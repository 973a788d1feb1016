import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { bootstrapDatabase, type DatabaseUrls } from "@/tools/postgres/bootstrap";
import type { Cluster } from "@/tools/postgres/cluster";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { atEnd } from "./ends";

/** Environment of an installation's processes. */
export type Variables = NodeJS.ProcessEnv & DatabaseUrls & { ATRIUM_MASTER_KEY: string };

/** An installation without processes: a PostgreSQL of its own, with an empty database. */
export interface Installation extends Cluster {
  env: Variables;
}

/** Makes an installation.
 *  @param settings of its processes
 *  @param postgres settings of its PostgreSQL */
export async function anInstallation(
  settings: Record<string, string> = {},
  postgres: Record<string, string> = {},
): Promise<Installation> {
  const cluster = await startEphemeralCluster(postgres);
  const stop = atEnd(cluster.stop);
  const accounts = { database: "atrium", ownerPassword: secret(), webPassword: secret() };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  return { ...cluster, stop, env: variablesOf(urls, settings) };
}

const secret = () => randomBytes(32).toString("base64url");

/** Variables of the processes that use a database, with a master key of their own. */
export function variablesOf(urls: DatabaseUrls, settings: Record<string, string> = {}): Variables {
  return {
    ...bare(),
    ATRIUM_MODE: "local",
    ATRIUM_MASTER_KEY: secret(),
    ATRIUM_LOG_LEVEL: "error",
    ATRIUM_PROCESSES: "1",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ...urls,
    ...settings,
  };
}

/** The environment without the variables of this checkout's own service or tests. */
export function bare(): NodeJS.ProcessEnv {
  const ours = ([name]: [string, unknown]) =>
    !/^(ATRIUM_|DATABASE_|NEXTAUTH_|PORT$|NODE_ENV$)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(ours)) as NodeJS.ProcessEnv;
}

/** Migrates a database to the version of a folder. */
export async function migrateBy(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const commandLine = relative(folder, fileOf(folder, "cli/atrium.ts", "scripts/atrium.ts"));
  await runScript(commandLine, env, folder, ["db", "migrate"]);
}

/** Finds a file of a folder.
 *  @param names its path today, then those of earlier releases */
export function fileOf(folder: string, ...names: string[]): string {
  const found = names.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (!found) throw new Error(`${folder} has no ${names.join(" and no ")}`);
  return resolve(found);
}

/** Migrates a database and makes the demo in it.
 *  @param file for the demo's description
 *  @returns the content of that file */
export async function makeDemo(
  env: NodeJS.ProcessEnv,
  file: string,
): Promise<Record<string, string>> {
  // A demo is allowed only in local mode.
  const local = { ...env, ATRIUM_MODE: "local", ATRIUM_DEMO_FILE: file };
  await migrateBy(".", local);
  await runScript("prisma/seed.ts", local);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Runs the command line on an installation.
 *  @returns its JSON */
// biome-ignore lint/suspicious/noExplicitAny: who asks knows the answer
export async function atrium(env: NodeJS.ProcessEnv, ...words: string[]): Promise<any> {
  return JSON.parse(await runScript("cli/atrium.ts", env, ".", [...words, "--json"]));
}

/** Runs a script of a folder until it ends, without blocking this process: the mail server may be in it. A
 *  failure has the script's own output. */
async function runScript(
  script: string,
  env: NodeJS.ProcessEnv,
  cwd = ".",
  words: string[] = [],
): Promise<string> {
  const args = ["--import", "tsx", script, ...words];
  return (await promisify(execFile)(process.execPath, args, { cwd, env })).stdout;
}
