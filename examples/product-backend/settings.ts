import { existsSync, readFileSync } from "node:fs";

/** What this backend must know to speak for its tenant. */
export interface Settings {
  port: number;
  /** Where Atrium is. */
  baseUrl: string;
  tenantId: string;
  tenantSecret: string;
  clientId: string;
  clientSecret: string;
  /** The app of the tenant that this backend is. */
  appId: string;
}

/** Reads the environment; what is missing there comes from the demo data of a local installation. */
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
  return {
    port: Number(env.PORT ?? 4100),
    baseUrl: needed("ATRIUM_BASE_URL", "base_url"),
    tenantId: needed("ATRIUM_TENANT_ID", "tenant_id"),
    tenantSecret: needed("ATRIUM_TENANT_SECRET", "tenant_secret"),
    clientId: needed("ATRIUM_CLIENT_ID", "client_id"),
    clientSecret: needed("ATRIUM_CLIENT_SECRET", "client_secret"),
    appId: needed("ATRIUM_APP_ID", "app_id"),
  };
}
