import { anInstallation } from "@/tests/systems/harness/installation";
import { freePort } from "@/tools/postgres/free-port";
import { type Environment, environmentOf } from "./environment";
import { longCommandLine } from "./own-database";

/** An installation of a PostgreSQL and keys of its own, with nothing in it and no process. */
export interface EmptyInstallation {
  /** Environment of its processes. */
  environment: Environment;
  port: number;
  /** Runs its command line, which must succeed.
   *  @returns what it answered */
  atrium<T = Record<string, unknown>>(...words: string[]): Promise<T>;
  stop(): Promise<void>;
}

/** Makes an empty installation, migrated.
 *  @param commandMs deadline of one of its commands */
export async function startEmptyInstallation(commandMs: number): Promise<EmptyInstallation> {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const { env, stop } = await anInstallation({
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_LOG_LEVEL: "silent",
  });
  const atrium = async <T>(...words: string[]): Promise<T> => {
    const answer = await longCommandLine(env, commandMs, [...words, "--json"]);
    const { code, stdout, stderr } = answer;
    if (code !== 0) throw new Error(`atrium ${words.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  await atrium("db", "migrate");
  return { environment: environmentOf(env, baseUrl), port, atrium, stop };
}
