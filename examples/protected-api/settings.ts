import { neededSettings } from "../demo-data";

/** Settings of this API, for introspection of tokens. */
export interface Settings {
  port: number;
  /** Public address of this API: proofs name it. */
  origin: string;
  /** Base address of Atrium. */
  baseUrl: string;
  /** A machine credential of the environment whose tokens this API accepts. */
  clientId: string;
  clientSecret: string;
}

/** Reads the environment; missing settings come from the demo data of a local installation.
 *  @throws Error that names the missing one */
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
