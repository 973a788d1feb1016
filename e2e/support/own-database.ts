import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import pg from "pg";
import { aFolder } from "@/tests/systems/harness/ends";
import type { Variables } from "@/tests/systems/harness/installation";
import { freePort } from "@/tools/postgres/free-port";
import type { Demo } from "./direct-client";
import { type Environment, environmentOf } from "./environment";
import { withDemo } from "./service";

/** A database of a test's own, with demo data and no process of the service. */
export interface OwnDatabase {
  /** Environment of the service's processes; its address is where the first of them is to listen. */
  environment: Environment;
  /** Like `environment`, as variables. */
  variables: Variables;
  demo: Demo;
  port: number;
  /** A folder that goes with it. */
  folder: string;
  adminUrl: string;
  stop: () => Promise<void>;
}

/** Starts a PostgreSQL with a database of the service. Its demo tenant requires no code, so that a password
 *  signs in. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const folder = aFolder("own-database");
  const port = await freePort();
  const { env, demo, adminUrl, stop } = await withDemo(folder, port);
  await asOwner(
    env.DATABASE_OWNER_URL,
    `INSERT INTO tenant_security_policies (tenant_id, login_otp)
     SELECT id, 'never' FROM tenants ON CONFLICT (tenant_id) DO UPDATE SET login_otp = 'never'`,
  );
  return {
    environment: environmentOf(env, `http://localhost:${port}`, demo),
    variables: env,
    ...{ demo, port, folder, adminUrl },
    stop: async () => {
      await stop();
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

/** Like `commandLine`, for a command that may take longer than usual.
 *  @param timeout in milliseconds */
export async function longCommandLine(
  variables: NodeJS.ProcessEnv,
  timeout: number,
  words: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = ["--import", "tsx", "cli/atrium.ts", ...words];
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
