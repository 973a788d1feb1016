import { execFileSync } from "node:child_process";
import { type Environment, environment } from "./environment";

/** How the operator's command line is run from the source. */
export const COMMAND_LINE = [process.execPath, "--import", "tsx", "scripts/atrium.ts"];

/** What the operator's command line answers, run as on the service's own machine. */
export function atrium(...words: string[]): Record<string, unknown> {
  return atriumOf(environment(), words);
}

/** What the command line of an installation answers.
 *  @param installation whose databases, keys and address it is given */
export function atriumOf(
  { databaseUrl, databaseOwnerUrl, masterKey, baseUrl, commandLine }: Environment,
  words: readonly string[],
): Record<string, unknown> {
  const [program = "", ...args] = commandLine ?? COMMAND_LINE;
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
