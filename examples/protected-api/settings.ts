import { existsSync, readFileSync } from "node:fs";

/** What this API must know to ask about tokens. */
export interface Settings {
  port: number;
  /** Where callers reach this API: their proofs name it. */
  origin: string;
  /** Where Atrium is. */
  baseUrl: string;
  /** A machine credential of the environment whose tokens this API takes. */
  clientId: string;
  clientSecret: string;
}

/** Reads the environment; what is missing there comes from the demo data of a local installation.
 *  @throws Error that names what is missing */
export function readSettings(env = process.env): Settings {
  const file = env.ATRIUM_DEMO_FILE ?? ".atrium/demo.json";
  const demo: Record<string, string> = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : {};
  const needed = (variable: string, name: string): string => {
    const value = env[variable] ?? demo[name];
    if (!value) throw new Error(`Set ${variable}, or start Atrium locally first: npm start`);
    return value;
  };
  const { PORT = "4200" } = env;
  return {
    port: Number(PORT),
    origin: env.ORIGIN ?? `http://localhost:${PORT}`,
    baseUrl: needed("ATRIUM_BASE_URL", "base_url"),
    clientId: needed("ATRIUM_CLIENT_ID", "client_id"),
    clientSecret: needed("ATRIUM_CLIENT_SECRET", "client_secret"),
  };
}
