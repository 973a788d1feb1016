import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Environment, RUNNING, readEnvFile, withoutBlanks } from "@/cli/environment";
import { loadConfig } from "@/lib/kernel/config/config";
import { masterKeySettings } from "@/lib/kernel/config/master-keys";
import { reachableByAll } from "../postgres/binaries";
import { freePort } from "../postgres/free-port";
import type { Claim } from "./claim";
import { StartError } from "./steps";
import { writeAtomically } from "./write-whole";

/** Persistent between runs, readable by this account only: losing it makes the local database useless. */
const LOCAL = ".atrium/local.env";

const NO_DATABASE =
  "DATABASE_URL is missing: what was built brings no PostgreSQL. Set it to a PostgreSQL 16, 17 or 18 of yours (.env.example has all settings).";

export type Settings = {
  local: boolean;
  /** Whether DATABASE_URL is unset: then this start runs PostgreSQL. */
  embedded: boolean;
  /** Environment of the service's processes, the database's address excepted. */
  env: Environment;
  port: number;
  /** Whether any free port is used (PORT=0): then it is not known yet. */
  anyPort: boolean;
  /** Interface to listen on; undefined means all. */
  host: string | undefined;
};

/** Reads the process's environment, then `.env`. Without ATRIUM_MODE and DATABASE_URL the mode is local,
 *  where missing secrets are generated once and stored; in production they never are. Port 0 is a free one.
 *  @param claim of this folder; null for a standalone folder: it has no PostgreSQL, so its mode is local only
 *  when that is set, and it stores nothing
 *  @throws StartError when a standalone folder has no database's address */
export async function readSettings(claim: Claim | null): Promise<Settings> {
  const settings: Environment = { ...readEnvFile(".env"), ...withoutBlanks(process.env) };
  if (!claim && !settings.DATABASE_URL) throw new StartError(NO_DATABASE);
  const local = settings.ATRIUM_MODE ? settings.ATRIUM_MODE === "local" : !settings.DATABASE_URL;
  const configuredPort = Number(settings.PORT || portOf(settings.ATRIUM_BASE_URL) || 3000);
  const anyPort = configuredPort === 0;
  const port = anyPort ? await freePort() : configuredPort;
  const env: Environment = {
    ...settings,
    ...(anyPort && { PORT: String(port) }),
    ...(local && { ATRIUM_MODE: "local" }),
    ...(local && { ATRIUM_BASE_URL: settings.ATRIUM_BASE_URL ?? `http://localhost:${port}` }),
    ...(local && { ATRIUM_LOG_LEVEL: settings.ATRIUM_LOG_LEVEL ?? "warn" }),
  };
  if (local && claim && !masterKeySettings.some((name) => settings[name]))
    env.ATRIUM_MASTER_KEY = storedMasterKey(settings.DATABASE_URL);
  // The local mode shows a mailbox: it listens on this machine only, unless a setting says otherwise.
  const host = settings.ATRIUM_HOST ?? (local ? "localhost" : undefined);
  return { local, embedded: local && !settings.DATABASE_URL, env, port, anyPort, host };
}

/** Checks all settings before any work. An embedded database has addresses of its own.
 *  @throws ConfigurationError that names every mistake at once
 *  @throws StartError when the settings forbid migrating the embedded database */
export function checkSettings({ embedded, env }: Settings): void {
  if (embedded && env.ATRIUM_MIGRATE === "never")
    throw new StartError(
      "ATRIUM_MIGRATE=never is for a database of yours: set DATABASE_URL. The embedded database runs while the service does, and is migrated by its start.",
    );
  const own = "postgres://atrium@127.0.0.1/atrium";
  loadConfig(embedded ? { ...env, DATABASE_URL: own, DATABASE_OWNER_URL: own } : env);
}

/** Returns the port of our own address, if the service can listen on it: https is spoken by the proxy alone,
 *  so that its port is the proxy's. */
function portOf(baseUrl: string | undefined): string | undefined {
  if (!baseUrl || !URL.canParse(baseUrl)) return undefined;
  const { protocol, port } = new URL(baseUrl);
  return protocol === "http:" ? port : undefined;
}

/** Returns the folder of PostgreSQL's data: below .atrium, unless PostgreSQL's account could not enter it
 *  (root with a clone below /root). */
export function dataFolder(): string {
  const here = resolve(".atrium/postgres");
  if (process.getuid?.() !== 0 || reachableByAll(resolve(".atrium"))) return here;
  const name = createHash("sha256").update(resolve(".")).digest("hex").slice(0, 12);
  return join(`/var/lib/atrium-${name}`, "postgres");
}

/** Reads a value of `.atrium/local.env`. */
export function storedSetting(name: string): string | undefined {
  return readEnvFile(LOCAL)[name];
}

/** Stores values in `.atrium/local.env`, beside the present ones. */
export function storeSettings(values: Record<string, string>): void {
  writePrivate(LOCAL, { ...readEnvFile(LOCAL), ...values });
}

/** Returns 32 random bytes for each name, made at the first call and the same ever after. Missing ones are
 *  written at once. */
export function storedSecrets<Name extends string>(...names: Name[]): Record<Name, string> {
  const known = readEnvFile(LOCAL);
  const missing = names.filter((name) => !known[name]);
  const made = missing.map((name) => [name, randomBytes(32).toString("base64url")] as const);
  if (made.length > 0) storeSettings(Object.fromEntries(made));
  const all = { ...known, ...Object.fromEntries(made) };
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Record<Name, string>;
}

/** Returns the one secret that cannot be replaced: another one opens nothing of a database that was used with
 *  it.
 *  @param databaseUrl undefined for the database of this folder
 *  @throws StartError when it is lost */
function storedMasterKey(databaseUrl: string | undefined): string {
  if (!storedSetting("ATRIUM_MASTER_KEY")) {
    const last = readEnvFile(RUNNING);
    const isInRunning = last.ATRIUM_MASTER_KEY !== undefined;
    const folder = dataFolder();
    const used = databaseUrl
      ? isInRunning && last.DATABASE_URL === databaseUrl
      : existsSync(folder);
    if (used) throw new StartError(lostMasterKey(databaseUrl ? null : folder, isInRunning));
  }
  return storedSecrets("ATRIUM_MASTER_KEY").ATRIUM_MASTER_KEY;
}

function lostMasterKey(folder: string | null, isInRunning: boolean): string {
  const data = folder ? `the data in ${folder}` : "the database";
  const lost = `${LOCAL} has no ATRIUM_MASTER_KEY, and ${data} can't be read without the key that was there.`;
  return isInRunning
    ? `${lost} ${RUNNING} has the key of the last start. Put it back, and start again: grep ^ATRIUM_MASTER_KEY= ${RUNNING} >> ${LOCAL}`
    : `${lost} Put the file back from a copy. To begin anew without that data, move ${folder} and .atrium elsewhere.`;
}

/** Writes the service's own variables for `npm run atrium` and the like. */
export function publishRunning(env: Environment): void {
  const ours = Object.entries(env).filter(([name]) => /^(ATRIUM_|DATABASE_)/.test(name));
  writePrivate(RUNNING, Object.fromEntries(ours));
}

function writePrivate(file: string, values: Environment): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value ?? ""}"\n`);
  writeAtomically(file, lines.join(""));
}
