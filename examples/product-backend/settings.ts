import { neededSettings } from "../demo-data";

/** Settings of this backend, for one tenant. */
export interface Settings {
  port: number;
  /** Base address of Atrium. */
  baseUrl: string;
  tenantId: string;
  tenantSecret: string;
  clientId: string;
  clientSecret: string;
  /** Id of this backend's app at the tenant. */
  appId: string;
}

/** Reads the environment; missing settings come from the demo data of a local installation. */
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
