import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs vitest on a server of PostgreSQL that this process started. This process goes on meanwhile: it reads what the server
 *  says, and a server whose words nobody takes stops.
 *  @param tests words for vitest
 *  @param env variables besides those of this process
 *  @returns whether every test held */
export async function vitestHolds(
  tests: readonly string[],
  env: Record<string, string>,
): Promise<boolean> {
  const run = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...tests], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const [status] = await once(run, "exit");
  return status === 0;
}
