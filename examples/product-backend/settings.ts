import { neededSettings } from "../demo-data";

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
  const needed = neededSettings(env);
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
