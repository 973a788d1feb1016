import { neededSettings } from "../demo-data";

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
  const needed = neededSettings(env);
  const { PORT = "4200" } = env;
  return {
    port: Number(PORT),
    origin: env.ORIGIN ?? `http://localhost:${PORT}`,
    baseUrl: needed("ATRIUM_BASE_URL", "base_url"),
    clientId: needed("ATRIUM_CLIENT_ID", "client_id"),
    clientSecret: needed("ATRIUM_CLIENT_SECRET", "client_secret"),
  };
}
