import { existsSync, readFileSync } from "node:fs";

/** Address of Atrium, and this script's credential. */
export interface Settings {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  tenantId: string;
  tenantSecret: string;
  appId: string;
}

const DEMO = ".atrium/demo.json";

/** Reads the environment; missing settings come from the demo data of a local `npm start`. */
export function readSettings(): Settings {
  const demo: Record<string, unknown> = existsSync(DEMO)
    ? JSON.parse(readFileSync(DEMO, "utf8"))
    : {};
  const read = (variable: string, field: string): string => {
    const value = process.env[variable] ?? demo[field];
    if (typeof value === "string" && value !== "") return value;
    throw new Error(`Set ${variable}, or run npm start first: ${DEMO} has no ${field}.`);
  };
  return {
    baseUrl: read("ATRIUM_BASE_URL", "base_url"),
    clientId: read("ATRIUM_CLIENT_ID", "client_id"),
    clientSecret: read("ATRIUM_CLIENT_SECRET", "client_secret"),
    tenantId: read("ATRIUM_TENANT_ID", "tenant_id"),
    tenantSecret: read("ATRIUM_TENANT_SECRET", "tenant_secret"),
    appId: read("ATRIUM_APP_ID", "app_id"),
  };
}
