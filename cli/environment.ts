import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Environment of the service that was started from this folder, for commands in another terminal. */
export const RUNNING = ".atrium/running.env";

export type Environment = Record<string, string | undefined>;

/** Drops variables that are set to nothing. */
export function withoutBlanks(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

/** Reads a file of variables; one that is missing has none. */
export function readEnvFile(file: string): Environment {
  return existsSync(file) ? withoutBlanks(parseEnv(readFileSync(file, "utf8"))) : {};
}

/** Source of a variable of this process. */
export type SettingSource = "environment" | ".env" | typeof RUNNING;

/** Fills the gaps of this process's environment from `.env` and from the service started here. The variables
 *  of that service are taken all or not at all: its keys open nothing in another database.
 *  @returns the source of each variable */
export function adoptRunningEnvironment(): ReadonlyMap<string, SettingSource> {
  const own = withoutBlanks(process.env);
  const file = readEnvFile(".env");
  const running = readEnvFile(RUNNING);
  const database = own.DATABASE_URL ?? file.DATABASE_URL;
  const adopted = !database || database === running.DATABASE_URL ? running : {};
  const found = { ...adopted, ...file, ...own };
  Object.assign(process.env, found);
  const sourceOf = (name: string): SettingSource => {
    if (name in own) return "environment";
    return name in file ? ".env" : RUNNING;
  };
  return new Map(Object.keys(found).map((name) => [name, sourceOf(name)]));
}
