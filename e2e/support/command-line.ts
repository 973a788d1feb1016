import { execFileSync } from "node:child_process";
import { environment } from "./environment";

/** What the operator's command line answers, run as on the service's own machine. */
export function atrium(...words: string[]): Record<string, unknown> {
  const { databaseUrl, databaseOwnerUrl, masterKey, baseUrl, commandLine } = environment();
  const here = [process.execPath, "--import", "tsx", "scripts/atrium.ts"];
  const [program = "", ...args] = commandLine ?? here;
  const output = execFileSync(program, [...args, ...words, "--json"], {
    stdio: "pipe",
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      ATRIUM_MASTER_KEY: masterKey,
      ATRIUM_BASE_URL: baseUrl,
      ATRIUM_MODE: "local",
    },
  });
  return JSON.parse(output.toString());
}
