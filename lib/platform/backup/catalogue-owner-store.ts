import type pg from "pg";

// What the catalogue of PostgreSQL says of a database: what a restore that went wrong leaves out.

async function texts(client: pg.Client, query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query, values);
  return rows.map(({ text }) => text);
}

/** What is wrong with the roles.
 *  @param login the account that servers sign in with */
export function readRoleTrouble(client: pg.Client, login: string): Promise<string[]> {
  return texts(
    client,
    `SELECT 'there is no role atrium_app' AS text WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'atrium_app')
     UNION ALL SELECT 'atrium_app may pass row-level security' FROM pg_roles
       WHERE rolname = 'atrium_app' AND (rolsuper OR rolbypassrls)
     UNION ALL SELECT 'there is no role ' || $1 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)
     UNION ALL SELECT r.rolname || ' may not act as atrium_app' FROM pg_roles r
       WHERE r.rolname = $1 AND EXISTS (SELECT FROM pg_roles WHERE rolname = 'atrium_app')
         AND NOT pg_has_role(r.rolname, 'atrium_app', 'SET')
     UNION ALL SELECT format('the table %s belongs to %s, and not to %s', c.relname, o.rolname, current_user)
       FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT pg_has_role(current_user, c.relowner, 'USAGE')`,
    [login],
  );
}

/** Tables of tenants that row-level security does not guard. */
export function readUnguardedTables(client: pg.Client): Promise<string[]> {
  return texts(
    client,
    `SELECT c.relname AS text FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)
       AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))
     ORDER BY c.relname`,
  );
}

/** Rights of the application's role that are missing or are too many. */
export function readRightsTrouble(client: pg.Client): Promise<string[]> {
  return texts(
    client,
    `SELECT 'may not read ' || c.relname AS text FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND NOT has_any_column_privilege('atrium_app', c.oid, 'SELECT')
     UNION ALL SELECT 'may make temporary tables: REVOKE TEMPORARY ON DATABASE ' || current_database() || ' FROM PUBLIC'
       WHERE has_database_privilege('atrium_app', current_database(), 'TEMPORARY')
     UNION ALL SELECT 'may change ' || t.name FROM unnest(ARRAY['signing_keys', 'data_keys', 'audit_events']) AS t (name)
       WHERE has_table_privilege('atrium_app', t.name, 'UPDATE') OR has_table_privilege('atrium_app', t.name, 'DELETE')`,
  );
}

/** Which functions, triggers and views are missing, or are switched off.
 *  @param wanted their names */
export function readMissingObjects(
  client: pg.Client,
  wanted: readonly string[],
): Promise<string[]> {
  return texts(
    client,
    `SELECT w.name AS text FROM unnest($1::text[]) AS w (name)
     WHERE NOT EXISTS (SELECT FROM pg_proc p WHERE p.proname = w.name AND p.pronamespace = 'public'::regnamespace)
       AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = w.name AND t.tgenabled <> 'D')
       AND NOT EXISTS (SELECT FROM pg_class c WHERE c.relname = w.name AND c.relkind = 'v'
                         AND c.relnamespace = 'public'::regnamespace)
     ORDER BY w.name`,
    [wanted],
  );
}

/** Migrations that the database has had, by their names. */
export function readAppliedMigrations(client: pg.Client): Promise<string[]> {
  return texts(
    client,
    `SELECT migration_name AS text FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
}

/** Purposes of signing keys that have no key which signs now. */
export function readPurposesWithoutKey(client: pg.Client): Promise<string[]> {
  return texts(
    client,
    `SELECT purpose::text AS text FROM unnest(enum_range(NULL::signing_key_purpose)) AS p (purpose)
     WHERE NOT EXISTS (SELECT FROM signing_keys k WHERE k.purpose = p.purpose AND k.active_from <= now()
                         AND (k.verifies_until IS NULL OR k.verifies_until > now()))`,
  );
}
