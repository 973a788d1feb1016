/** Ids and secrets of a loaded tenant. Keys are the names of the file of fixtures. */
export interface TestTenant {
  tenant_id: string;
  environment: string;
  tenant_secret: string;
  /** Ids by key. */
  apps: Record<string, string>;
  packages: Record<string, string>;
  roles: Record<string, string>;
  /** Ids by slug. */
  organizations: Record<string, string>;
  /** By email. */
  users: Record<string, { id: string; email: string; password: string | null }>;
  /** By key. */
  credentials: Record<string, { client_id: string; client_secret: string }>;
  /** By key; a public client has no secret. */
  oidc_clients: Record<string, { client_id: string; client_secret: string | null }>;
}

/** Output of a start: every address, id and secret that a test needs. */
export interface About {
  base_url: string;
  version: string;
  pid: number;
  /** The code of every address that ends in `.test`. */
  code: string;
  addresses: Record<string, string>;
  /** Address of PostgreSQL, as its superuser: for inspection. */
  database_url: string;
  /** By key. */
  tenants: Record<string, TestTenant>;
}
