import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { bootstrapDatabase, type DatabaseUrls } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { bare } from "./previous-release";

/** The issuer of the servers that are tried; nobody looks the name up. */
export const BASE_URL = "http://atrium.test";

/** What would turn this load away at the door. */
const WIDE = [
  ...["TOKEN_REQUESTS", "MANAGEMENT_REQUESTS", "NETWORK_FAILURES", "AUTHORIZE_NETWORK_REQUESTS"],
  ...[
    "AUTHORIZE_CLIENT_REQUESTS",
    "OAUTH_NETWORK_REQUESTS",
    "LOGIN_FAILURES",
    "NETWORK_CONNECTIONS",
  ],
];
/** How long a server that is to end says so before it takes no more connections. */
const DRAIN_SECONDS = "2";
/** A database on a PostgreSQL of its own, without a schema, and what servers need to use it. */
export interface Place {
  env: NodeJS.ProcessEnv;
  ownerUrl: string;
  stop(): Promise<void>;
}

/** Makes one.
 *  @param smtpUrl where its servers' mail goes */
export async function anEmptyDatabase(smtpUrl?: string): Promise<Place> {
  const cluster = await startEphemeralCluster();
  const accounts = { database: "upgrade", ownerPassword: "upgrade", webPassword: "upgrade" };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  const env = { ...serverEnvironment(urls), ...(smtpUrl && { ATRIUM_SMTP_URL: smtpUrl }) };
  return { env, ownerUrl: urls.DATABASE_OWNER_URL, stop: cluster.stop };
}

/** What servers of a database get that is tried: limits as wide as the load, and nothing of this checkout. */
export function serverEnvironment(urls: DatabaseUrls): NodeJS.ProcessEnv {
  return {
    ...bare(),
    ...urls,
    ...Object.fromEntries(WIDE.map((name) => [`ATRIUM_LIMIT_${name}`, "100000"])),
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: BASE_URL,
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ATRIUM_LOG_LEVEL: "error",
    ATRIUM_PROCESSES: "1",
    ATRIUM_DRAIN_SECONDS: DRAIN_SECONDS,
    NODE_ENV: "production",
  };
}

/** Migrates as a folder's version does. */
export async function migrateBy(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = ["--import", "tsx", "scripts/db/migrate-command.ts"];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((settle, reject) =>
    child.once("exit", settle).once("error", reject),
  );
  if (code !== 0) throw new Error(`${folder} could not migrate the database`);
}

/** What a folder's own benchmarks make: people, a machine and a relying party, by a server of that folder. */
export interface People {
  tenant: { publicId: string; clientId: string; clientSecret: string };
  tenantHeaders: Record<string, string>;
  relyingParty: { clientId: string; clientSecret: string; redirectUri: string };
  authorizePath: string;
  appId: string;
  people: { email: string; password: string; sessionId: string; activityToken: string }[];
}

/** Makes them.
 *  @param port of a server that runs */
export function peopleBy(
  folder: string,
  env: NodeJS.ProcessEnv,
  port: number,
  count: number,
): People {
  // A release from before there were data keys has none to open.
  const keys = "lib/crypto/data-keys/open-data-keys.ts";
  const opening = existsSync(join(folder, keys))
    ? `await import("./${keys}").then(({ openDataKeys }) => openDataKeys());`
    : "";
  const script = `${opening} const { aBenchPlace } = await import("./bench/support/bench-place.ts");
    console.log(JSON.stringify(await aBenchPlace("http://127.0.0.1:${port}", ${count})));
    process.exit(0);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const said = execFileSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  return JSON.parse(said.trim().split("\n").at(-1) ?? "");
}
