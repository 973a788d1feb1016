import { lock, type Queryable, read, write } from "@/lib/db/queryable";

/** Adds an environment to the tenant. */
export async function insertEnvironment(
  db: Queryable,
  environment: {
    id: string;
    key: string;
    name: string;
    kind: "development" | "staging" | "production";
  },
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
