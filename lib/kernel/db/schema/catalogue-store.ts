import type { Ask } from "@/lib/kernel/db/ask";

// Reads PostgreSQL's catalogue for the checks after a restore and for the doctor.

/** A role of PostgreSQL, with the attributes that decide whether row-level security applies to it. */
export interface Role {
  name: string;
  isSuperuser: boolean;
  bypasses: boolean;
  /** Number of the service's tables that it owns: row-level security does not apply to a table's owner. */
  owns: number;
}

/** The role that the service sets, the login that sets it, and the rights of both. */
export interface ServiceRoles {
  /** `atrium_app`; null if there is no such role. */
  application: Role | null;
  /** Null if there is no such role. */
  login: Role | null;
  loginName: string;
  /** Whether the login may set the role `atrium_app`. */
  mayAct: boolean;
  /** Whether `atrium_app` may create tables. */
  mayCreate: boolean;
}

async function texts(ask: Ask, query: string, values: unknown[] = []): Promise<string[]> {
  return (await ask<{ text: string }>(query, values)).map(({ text }) => text);
}

/** Reads the roles that the service works as.
 *  @param login the role that servers sign in with; null for the role of the querying session */
export async function readServiceRoles(ask: Ask, login: string | null): Promise<ServiceRoles> {
  const [row] = await ask<ServiceRoles>(
    `WITH roles AS (
       SELECT r.rolname, json_build_object('name', r.rolname, 'isSuperuser', r.rolsuper, 'bypasses', r.rolbypassrls, 'owns',
                (SELECT count(*) FROM pg_class c WHERE c.relowner = r.oid AND c.relkind IN ('r', 'p')
                   AND c.relnamespace = 'public'::regnamespace)) AS role
       FROM pg_roles r),
     names AS (SELECT COALESCE($1, session_user::text) AS login)
     SELECT login AS "loginName",
            (SELECT role FROM roles WHERE rolname = 'atrium_app') AS application,
            (SELECT role FROM roles WHERE rolname = login) AS login,
            COALESCE((SELECT pg_has_role(l.oid, a.oid, 'SET') FROM pg_roles l, pg_roles a
                      WHERE l.rolname = login AND a.rolname = 'atrium_app'), false) AS "mayAct",
            COALESCE((SELECT has_schema_privilege(oid, 'public', 'CREATE') FROM pg_roles WHERE rolname = 'atrium_app'), false)
              AS "mayCreate"
     FROM names`,
    [login],
  );
  if (!row) throw new Error("PostgreSQL does not know its roles");
  return row;
}

/** The current role, as the owner of the schema. */
export interface OwnerRole {
  name: string;
  isSuperuser: boolean;
  /** Tables of the service that the role does not own. */
  notOwned: string[];
}

/** Reads the current role and the tables that it does not own. */
export async function readOwner(ask: Ask): Promise<OwnerRole> {
  const [row] = await ask<OwnerRole>(
    `SELECT current_user::text AS name,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
            ARRAY(SELECT c.relname::text FROM pg_class c
                  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                    AND NOT pg_has_role(c.relowner, 'USAGE') ORDER BY 1) AS "notOwned"`,
  );
  if (!row) throw new Error("PostgreSQL does not know its own role");
  return row;
}

/** A table that holds rows of tenants. */
export interface TenantTable {
  name: string;
  /** Whether row-level security is on. */
  guarded: boolean;
  policies: number;
}

/** Lists `tenants` and every table with a column `tenant_id`. A partition is listed only if the service may
 *  access it directly. */
export function readTenantTables(ask: Ask): Promise<TenantTable[]> {
  return ask<TenantTable>(
    `SELECT c.relname::text AS name, c.relrowsecurity AS guarded,
            (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND (c.relname = 'tenants' OR EXISTS (SELECT FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped))
       AND (NOT c.relispartition OR EXISTS (SELECT FROM pg_roles r WHERE r.rolname = 'atrium_app'
         AND has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE')))
     ORDER BY 1`,
  );
}

/** Lists rights that the application's role lacks, and rights that it should not have. */
export function readRightsTrouble(ask: Ask): Promise<string[]> {
  return texts(
    ask,
    `SELECT 'may not read ' || c.relname AS text FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND NOT has_any_column_privilege('atrium_app', c.oid, 'SELECT')
     UNION ALL SELECT 'may make temporary tables: REVOKE TEMPORARY ON DATABASE ' || current_database() || ' FROM PUBLIC'
       WHERE has_database_privilege('atrium_app', current_database(), 'TEMPORARY')
     UNION ALL SELECT 'may change ' || t.name FROM unnest(ARRAY['signing_keys', 'data_keys', 'audit_events']) AS t (name)
       WHERE has_table_privilege('atrium_app', t.name, 'UPDATE') OR has_table_privilege('atrium_app', t.name, 'DELETE')`,
  );
}

/** Returns those of the names that no function, view or enabled trigger has. */
export function readMissingObjects(ask: Ask, names: readonly string[]): Promise<string[]> {
  return texts(
    ask,
    `SELECT w.name AS text FROM unnest($1::text[]) AS w (name)
     WHERE NOT EXISTS (SELECT FROM pg_proc p WHERE p.proname = w.name AND p.pronamespace = 'public'::regnamespace)
       AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = w.name AND t.tgenabled <> 'D')
       AND NOT EXISTS (SELECT FROM pg_class c WHERE c.relname = w.name AND c.relkind = 'v'
                         AND c.relnamespace = 'public'::regnamespace)
     ORDER BY w.name`,
    [names],
  );
}

/** Names of the applied migrations; empty for a database that was never migrated. */
export async function readAppliedMigrations(ask: Ask): Promise<string[]> {
  const [there] = await texts(ask, "SELECT to_regclass('public._prisma_migrations')::text AS text");
  if (!there) return [];
  return texts(
    ask,
    `SELECT migration_name AS text FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
}

/** Purposes that have no signing key active now. */
export function readPurposesWithoutKey(ask: Ask): Promise<string[]> {
  return texts(
    ask,
    `SELECT purpose::text AS text FROM unnest(enum_range(NULL::signing_key_purpose)) AS p (purpose)
     WHERE NOT EXISTS (SELECT FROM signing_keys k WHERE k.purpose = p.purpose AND k.active_from <= now()
                         AND (k.verifies_until IS NULL OR k.verifies_until > now()))`,
  );
}
