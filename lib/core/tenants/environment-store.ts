import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** An environment of a tenant. */
export interface Environment {
  id: string;
  key: string;
  name: string;
  kind: "development" | "staging" | "production";
  createdAt: Date;
}

/** Adds an environment to the tenant.
 *  @throws a unique violation when the key is taken */
export async function insertEnvironment(
  db: Queryable,
  environment: Omit<Environment, "createdAt">,
): Promise<void> {
  const { id, key, name, kind } = environment;
  await db.execute(write`
    INSERT INTO environments (id, tenant_id, key, name, kind)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${key}, ${name}, ${kind}::environment_kind)`);
}

/** Lists a tenant's environments, production first: the first one is the default of pages that name the
 *  tenant alone. */
export function listEnvironments(db: Queryable): Promise<{ id: string; key: string }[]> {
  return db.query(read<{ id: string; key: string }>`
    SELECT id, key FROM environments WHERE tenant_id = ${db.tenantId}::uuid
    ORDER BY kind <> 'production', id`);
}

const COLUMNS = sql`id, key, name, kind, created_at`;

/** Lists every environment of the tenant, the oldest first. */
export function listEnvironmentRows(db: Queryable): Promise<Environment[]> {
  return db.query(read<Environment>`
    SELECT ${COLUMNS} FROM environments WHERE tenant_id = ${db.tenantId}::uuid ORDER BY created_at, id`);
}

/** Returns the tenant's environment with this key, with all its fields. */
export function findEnvironment(db: Queryable, key: string): Promise<Environment | null> {
  return db.first(read<Environment>`
    SELECT ${COLUMNS} FROM environments WHERE tenant_id = ${db.tenantId}::uuid AND key = ${key}`);
}

/** Locks the tenant's row until this transaction ends, so that parallel additions of environments are
 *  serialized.
 *  @returns how many environments the tenant has */
export async function lockEnvironments(db: Queryable): Promise<number> {
  const [, counted] = await Promise.all([
    db.execute(lock`SELECT FROM tenants WHERE id = ${db.tenantId}::uuid FOR NO KEY UPDATE`),
    db.first(read<{ count: number }>`
      SELECT count(*)::int AS count FROM environments WHERE tenant_id = ${db.tenantId}::uuid`),
  ]);
  return counted?.count ?? 0;
}

/** Stores the name of an environment of the tenant. */
export async function renameEnvironmentRow(db: Queryable, name: string): Promise<void> {
  await db.execute(lock`
    UPDATE environments SET name = ${name}
    WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
}

/** Returns the id of the tenant's environment with this key. */
export async function findEnvironmentId(db: Queryable, key: string): Promise<string | null> {
  const found = await db.first(read<{ id: string }>`
    SELECT id FROM environments WHERE tenant_id = ${db.tenantId}::uuid AND key = ${key}`);
  return found?.id ?? null;
}

/** Returns the key (`production`, …) of the environment that the statements are for. */
export async function keyOfEnvironment(db: Queryable): Promise<string> {
  const environment = await db.first(read<{ key: string }>`
    SELECT key FROM environments WHERE id = ${db.environmentId}::uuid`);
  if (!environment) throw new Error("A transaction in no environment");
  return environment.key;
}

/** Stores the relying party of the passkeys on the tenant's own pages, and the origins of those pages.
 *  Null and an empty list remove them. */
export async function writePasskeyPages(
  db: Queryable,
  { id, origins }: { id: string | null; origins: readonly string[] },
): Promise<void> {
  await db.execute(lock`
    UPDATE environments SET passkey_rp_id = ${id}, passkey_origins = ${[...origins]}::text[]
    WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
}
