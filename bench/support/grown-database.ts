import pg from "pg";

// Rows of each tenant of the crowd. The measured tenant is made by the builders, beside them.
const perTenant: readonly string[] = [
  `INSERT INTO environments (id, tenant_id, key, name, kind) SELECT uuidv7(), id, 'production', 'Production', 'production' FROM crowd`,
  `CREATE TEMP TABLE places AS SELECT c.id AS t, e.id AS e, c.n::bigint AS n, 0 AS users FROM crowd c JOIN environments e ON e.tenant_id = c.id`,
  `INSERT INTO apps (tenant_id, environment_id, key, name) SELECT t, e, 'app', 'App' FROM places`,
  `INSERT INTO roles (tenant_id, environment_id, key, name, permissions) SELECT t, e, 'member', 'Member', '{read}' FROM places`,
  `INSERT INTO role_apps (tenant_id, environment_id, role_id, app_id)
     SELECT t, e, r.id, a.id FROM places JOIN roles r ON r.environment_id = e JOIN apps a ON a.environment_id = e`,
  `INSERT INTO organizations (tenant_id, name, slug) SELECT t, 'Customer', 'customer' FROM places`,
  `INSERT INTO workspaces (tenant_id, environment_id, organization_id)
     SELECT t, e, o.id FROM places JOIN organizations o ON o.tenant_id = t`,
  `INSERT INTO tenant_secrets (tenant_id, environment_id, secret_hash, hint, slot)
     SELECT t, e, sha256(('alcs' || n)::bytea), 'hint', 1 FROM places`,
  `INSERT INTO credentials (tenant_id, environment_id, client_id, name, purpose, scopes)
     SELECT t, e, 'ac_' || lpad(n::text, 16, '0'), 'Runtime', 'product_runtime', '{users:read}' FROM places`,
  `INSERT INTO credential_secrets (tenant_id, credential_id, secret_hash, hint, slot)
     SELECT t, c.id, sha256(('as' || n)::bytea), 'hint', 1 FROM places JOIN credentials c ON c.environment_id = e`,
  `INSERT INTO oidc_clients (tenant_id, environment_id, client_id, name, type, redirect_uris, updated_at)
     SELECT t, e, 'crowd' || n, 'Portal', 'confidential', '{https://rp.example.com/callback}', now() FROM places`,
  `INSERT INTO tenant_security_policies (tenant_id, idle_timeout_minutes) SELECT t, 60 FROM places WHERE n % 2 = 0`,
];

// Rows of a user, of the crowd and of the measured environments.
const perUser: readonly string[] = [
  `INSERT INTO users (tenant_id, environment_id, email, email_key, display_name, password_hash, updated_at)
     SELECT t, e, m, m, 'User ' || u, repeat('x', 97), now() FROM places, generate_series(1, users) u,
       LATERAL (SELECT 'user' || u || '.' || n || '@example.com' AS m) address`,
  `CREATE TEMP TABLE people AS SELECT p.t, p.e, u.id AS u, row_number() OVER () AS n FROM places p JOIN users u ON u.environment_id = p.e`,
  `INSERT INTO memberships (tenant_id, environment_id, organization_id, user_id, role_id, updated_at)
     SELECT t, e, o.id, u, r.id, now() FROM people JOIN organizations o ON o.tenant_id = t JOIN roles r ON r.environment_id = e
     ON CONFLICT DO NOTHING`,
  `INSERT INTO sessions (tenant_id, environment_id, user_id, kind, oidc_session_uid, auth_time, amr, last_active_at)
     SELECT t, e, u, (ARRAY['direct', 'hosted'])[1 + n % 2]::session_kind, CASE WHEN n % 2 = 1 THEN 'uid' || n END,
       now() - interval '1 hour', '{pwd}', now() FROM people`,
  `INSERT INTO trusted_devices (tenant_id, environment_id, user_id, token_hash, expires_at)
     SELECT t, e, u, sha256(('device' || n)::bytea), now() + interval '30 days' FROM people WHERE n % 4 = 0`,
  `INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, occurred_at)
     SELECT t, e, 'login.succeeded', '{"type":"service","id":"login"}', json_build_array(json_build_object('type', 'user', 'id', u)),
       now() - n * interval '1 second' FROM people`,
  `INSERT INTO oidc_payloads (model, key, tenant_id, environment_id, sealed_payload, grant_id, user_id, expires_at)
     SELECT 'RefreshToken', sha256(('refresh' || n)::bytea), t, e, sha256('payload') || sha256('payload'), 'grant' || n, u,
       now() + interval '30 days' FROM people WHERE n % 5 = 0`,
  `INSERT INTO rate_limit_buckets (key, points, expire)
     SELECT 'crowd:' || n, 1, 4102444800000 FROM people WHERE n % 10 = 0`,
];

/** Fills the database of a running service with a crowd of tenants, their users and related rows: a session,
 *  an audit event and a membership each, devices, refresh tokens and brakes for some. One INSERT … SELECT a
 *  table: nothing crosses the wire. As the superuser, who may leave the foreign keys unchecked meanwhile.
 *  @param measured environments that get a tenth of all users between them: large ones among many small
 *  ones */
export async function fillDatabase(
  adminUrl: string,
  { tenants, users, measured }: { tenants: number; users: number; measured: string[] },
): Promise<void> {
  const database = new URL(process.env.DATABASE_URL ?? "").pathname;
  const client = new pg.Client({ connectionString: new URL(database, adminUrl).href });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica; SET work_mem = '256MB'");
    await client.query(
      `CREATE TEMP TABLE crowd AS SELECT uuidv7() AS id, n FROM generate_series(1, ${Math.floor(tenants)}) n`,
    );
    await client.query(
      `INSERT INTO tenants (id, public_id, name, updated_at)
         SELECT id, 'atr_' || lpad(n::text, 16, '0'), 'Tenant ' || n, now() FROM crowd`,
    );
    for (const statement of perTenant) await client.query(statement);
    const inCrowd = Math.floor((users * 0.9) / tenants);
    const inEach = Math.floor((users * 0.1) / measured.length);
    await client.query("UPDATE places SET users = $1", [inCrowd]);
    await client.query(
      `INSERT INTO places SELECT tenant_id, id, -row_number() OVER (), $1::int FROM environments WHERE id = ANY($2)`,
      [inEach, measured],
    );
    for (const statement of perUser) {
      await client.query(statement);
      // Without new statistics PostgreSQL would plan the next statement for empty tables.
      await client.query("ANALYZE");
    }
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}
