import type { App, AppPackagePolicy } from "@/lib/core/apps/app";
import { assignments } from "@/lib/kernel/db/assignments";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

const COLUMNS = sql`
  id, key, name, status, package_policy, allowed_organization_types, required_entitlements`;

/** Lists every app of the environment, by key. */
export function listApps(db: Queryable): Promise<App[]> {
  return db.query(read<App>`
    SELECT ${COLUMNS} FROM apps WHERE environment_id = ${db.environmentId}::uuid ORDER BY key`);
}

/** Returns the app with this id in the environment. */
export function findApp(db: Queryable, id: string): Promise<App | null> {
  return db.first(read<App>`
    SELECT ${COLUMNS} FROM apps WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Like `findApp`, and locks the row until the transaction ends, so that two changes of it are serialized. */
export function lockApp(db: Queryable, id: string): Promise<App | null> {
  return db.first(lock<App>`
    SELECT ${COLUMNS} FROM apps WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
    FOR NO KEY UPDATE`);
}

/** Returns the ids that name no app of the environment. */
export async function unknownApps(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const found = await db.query(read<{ id: string }>`
    SELECT id FROM apps WHERE environment_id = ${db.environmentId}::uuid AND id = ANY(${ids}::uuid[])`);
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Adds an app.
 *  @throws a unique violation when the key is taken */
export async function insertApp(db: Queryable, app: Omit<App, "id" | "status">): Promise<App> {
  const { key, name, packagePolicy, allowedOrganizationTypes, requiredEntitlements } = app;
  const [added] = await db.query(write<App>`
    INSERT INTO apps (tenant_id, environment_id, key, name, package_policy, allowed_organization_types,
      required_entitlements)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${key}, ${name}, ${packagePolicy}::package_policy,
      ${allowedOrganizationTypes}::text[], ${requiredEntitlements}::text[])
    RETURNING ${COLUMNS}`);
  if (!added) throw new Error("unreachable: the row was added");
  return added;
}

/** Changes an app that is known to be in the environment; absent fields stay. */
export async function updateApp(
  db: Queryable,
  id: string,
  changes: Partial<AppPackagePolicy> & { name?: string; status?: App["status"] },
): Promise<App> {
  const set = assignments({
    name: changes.name,
    status: changes.status,
    package_policy: changes.packagePolicy,
    allowed_organization_types: changes.allowedOrganizationTypes,
    required_entitlements: changes.requiredEntitlements,
    updated_at: sql`now()`,
  });
  const [changed] = await db.query(write<App>`
    UPDATE apps SET ${set} WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
    RETURNING ${COLUMNS}`);
  if (!changed) throw new Error("unreachable: the app is held");
  return changed;
}

/** Returns the keys that are no organization types of the environment. */
export async function unknownOrganizationTypes(
  db: Queryable,
  keys: readonly string[],
): Promise<string[]> {
  const found = await db.query(read<{ key: string }>`
    SELECT key FROM organization_types
    WHERE environment_id = ${db.environmentId}::uuid AND key = ANY(${keys}::text[])`);
  const known = new Set(found.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
