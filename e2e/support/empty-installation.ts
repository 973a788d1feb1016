import { randomBytes } from "node:crypto";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import type { Environment } from "./environment";
import { longCommandLine } from "./own-database";

/** An installation of a PostgreSQL and keys of its own, with nothing in it and no process. */
export interface EmptyInstallation {
  /** What processes of it get. */
  environment: Environment;
  port: number;
  /** Runs its command line, which must succeed.
   *  @returns what it answered */
  atrium<T = Record<string, unknown>>(...words: string[]): Promise<T>;
  stop(): Promise<void>;
}

/** Makes one, migrated.
 *  @param commandMs how long one of its commands may take */
export async function startEmptyInstallation(commandMs: number): Promise<EmptyInstallation> {
  const cluster = await startEphemeralCluster();
  const [ownerPassword, webPassword] = [
    randomBytes(12).toString("hex"),
    randomBytes(12).toString("hex"),
  ];
  const accounts = { database: "atrium", ownerPassword, webPassword };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  const port = await freePort();
  const [baseUrl, masterKey] = [`http://localhost:${port}`, randomBytes(32).toString("base64url")];
  const variables = {
    ...process.env,
    ...urls,
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_MASTER_KEY: masterKey,
    ATRIUM_LOG_LEVEL: "silent",
  };
  const atrium = async <T>(...words: string[]): Promise<T> => {
    const { code, stdout, stderr } = await longCommandLine(variables, commandMs, [
      ...words,
      "--json",
    ]);
    if (code !== 0) throw new Error(`atrium ${words.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  await atrium("db", "migrate");
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl } = urls;
  return {
    environment: { baseUrl, secondUrl: "", databaseUrl, databaseOwnerUrl, masterKey, demo: {} },
    ...{ port, atrium },
    stop: cluster.stop,
  };
}
