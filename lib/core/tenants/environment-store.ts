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

/** A tenant's environments, production first: what a page means that names the tenant alone. */
export function listEnvironments(db: Queryable): Promise<{ id: string; key: string }[]> {
  return db.query(read<{ id: string; key: string }>`
    SELECT id, key FROM environments WHERE tenant_id = ${db.tenantId}::uuid
    ORDER BY kind <> 'production', id`);
}

const COLUMNS = sql`id, key, name, kind, created_at`;

/** Every environment of the tenant, the oldest first. */
export function listEnvironmentRows(db: Queryable): Promise<Environment[]> {
  return db.query(read<Environment>`
    SELECT ${COLUMNS} FROM environments WHERE tenant_id = ${db.tenantId}::uuid ORDER BY created_at, id`);
}

/** The tenant's environment with this key, as a whole. */
export function findEnvironment(db: Queryable, key: string): Promise<Environment | null> {
  return db.first(read<Environment>`
    SELECT ${COLUMNS} FROM environments WHERE tenant_id = ${db.tenantId}::uuid AND key = ${key}`);
}

/** Holds the tenant's row until this transaction ends, so that two environments are not added at once.
 *  @returns how many environments the tenant has */
export async function lockEnvironments(db: Queryable): Promise<number> {
  const [, counted] = await Promise.all([
    db.execute(lock`SELECT FROM tenants WHERE id = ${db.tenantId}::uuid FOR NO KEY UPDATE`),
    db.first(read<{ count: number }>`
      SELECT count(*)::int AS count FROM environments WHERE tenant_id = ${db.tenantId}::uuid`),
  ]);
  return counted?.count ?? 0;
}

/** Stores what people call an environment of the tenant. */
export async function renameEnvironmentRow(db: Queryable, name: string): Promise<void> {
  await db.execute(lock`
    UPDATE environments SET name = ${name}
    WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
}

/** The tenant's environment with this key. */
export async function findEnvironmentId(db: Queryable, key: string): Promise<string | null> {
  const found = await db.first(read<{ id: string }>`
    SELECT id FROM environments WHERE tenant_id = ${db.tenantId}::uuid AND key = ${key}`);
  return found?.id ?? null;
}

/** The key (`production`, …) of the environment that the statements are for. */
export async function keyOfEnvironment(db: Queryable): Promise<string> {
  const environment = await db.first(read<{ key: string }>`
    SELECT key FROM environments WHERE id = ${db.environmentId}::uuid`);
  if (!environment) throw new Error("A transaction in no environment");
  return environment.key;
}

/** Stores to whom the passkeys of the tenant's own pages answer, and on which pages. Null and none take them away. */
export async function writePasskeyPages(
  db: Queryable,
  { id, origins }: { id: string | null; origins: readonly string[] },
): Promise<void> {
  await db.execute(lock`
    UPDATE environments SET passkey_rp_id = ${id}, passkey_origins = ${[...origins]}::text[]
    WHERE id = ${db.environmentId}::uuid AND tenant_id = ${db.tenantId}::uuid`);
}
