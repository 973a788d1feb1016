import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import type { Demo } from "./direct-client";
import type { Environment } from "./environment";
import { prepare } from "./service";

/** A database of a test's own, with demo data and no process of the service. */
export interface OwnDatabase {
  /** What processes of the service get; its address is where the first of them is to listen. */
  environment: Environment;
  /** The same as variables. */
  variables: NodeJS.ProcessEnv;
  demo: Demo;
  port: number;
  /** A folder that goes with it. */
  folder: string;
  adminUrl: string;
  /** Ends the cluster alone. */
  stopCluster: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a PostgreSQL with a database of the service. Its demo tenant asks for no code, so that a password signs in. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-own-database-"));
  const cluster = await startEphemeralCluster();
  const port = await freePort();
  const variables = await prepare(cluster.adminUrl, folder, port);
  const demo: Demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  const { DATABASE_URL = "", DATABASE_OWNER_URL = "", ATRIUM_MASTER_KEY = "" } = variables;
  await asOwner(
    DATABASE_OWNER_URL,
    `INSERT INTO tenant_security_policies (tenant_id, login_otp)
     SELECT id, 'never' FROM tenants ON CONFLICT (tenant_id) DO UPDATE SET login_otp = 'never'`,
  );
  const baseUrl = `http://localhost:${port}`;
  return {
    environment: {
      baseUrl,
      secondUrl: "",
      databaseUrl: DATABASE_URL,
      databaseOwnerUrl: DATABASE_OWNER_URL,
      masterKey: ATRIUM_MASTER_KEY,
      demo,
    },
    variables,
    demo,
    port,
    folder,
    adminUrl: cluster.adminUrl,
    stopCluster: cluster.stop,
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a statement as the owner of a database. */
export async function asOwner(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the command line on that database.
 *  @returns what it printed, and its exit code */
export function commandLine(
  variables: NodeJS.ProcessEnv,
  ...words: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return longCommandLine(variables, 150_000, words);
}

/** The same for a command that may take longer than usual.
 *  @param timeout in milliseconds */
export async function longCommandLine(
  variables: NodeJS.ProcessEnv,
  timeout: number,
  words: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = ["--import", "tsx", "scripts/atrium.ts", ...words];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      env: { ...variables },
      timeout,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
