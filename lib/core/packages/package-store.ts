import type { Package, PackageFields } from "@/lib/core/packages/package";
import { assignments } from "@/lib/kernel/db/assignments";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

const COLUMNS = sql`
  id, key, name, status, entitlements,
  ARRAY(SELECT a.app_id FROM package_apps a WHERE a.package_id = packages.id ORDER BY a.app_id) AS app_ids`;

/** Lists every package of the environment, by key. */
export function listPackages(db: Queryable): Promise<Package[]> {
  return db.query(read<Package>`
    SELECT ${COLUMNS} FROM packages WHERE environment_id = ${db.environmentId}::uuid ORDER BY key`);
}

/** Returns the package with this id in the environment. */
export function findPackage(db: Queryable, id: string): Promise<Package | null> {
  return db.first(read<Package>`
    SELECT ${COLUMNS} FROM packages
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Like `findPackage`, and locks the row until the transaction ends, so that two changes of it are
 *  serialized. */
export async function lockPackage(db: Queryable, id: string): Promise<Package | null> {
  // Two statements: only one that starts after the row is locked sees a list of apps that was changed
  // meanwhile.
  const [, found] = await Promise.all([
    db.query(lock`
      SELECT FROM packages WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid FOR UPDATE`),
    findPackage(db, id),
  ]);
  return found;
}

/** Whether the environment has this package; locks it against deletion until the transaction ends. */
export async function holdPackage(db: Queryable, packageId: string): Promise<boolean> {
  const held = await db.query(lock`
    SELECT FROM packages WHERE environment_id = ${db.environmentId}::uuid AND id = ${packageId}::uuid
    FOR KEY SHARE`);
  return held.length > 0;
}

/** Adds a package that lists no apps yet.
 *  @throws a unique violation when the key is taken */
export async function insertPackage(
  db: Queryable,
  { key, name, status, entitlements }: PackageFields,
): Promise<Package> {
  const [added] = await db.query(write<Package>`
    INSERT INTO packages (tenant_id, environment_id, key, name, status, entitlements)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${key}, ${name}, ${status}::package_status,
      ${entitlements}::text[])
    RETURNING ${COLUMNS}`);
  if (!added) throw new Error("unreachable: the row was added");
  return added;
}

/** Changes a package that is known to be in the environment; absent fields stay.
 *  @throws a unique violation when the key is taken */
export async function updatePackage(
  db: Queryable,
  id: string,
  { key, name, status, entitlements }: Partial<PackageFields>,
): Promise<Package> {
  const set = assignments({ key, name, status, entitlements, updated_at: sql`now()` });
  const [changed] = await db.query(write<Package>`
    UPDATE packages SET ${set} WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
    RETURNING ${COLUMNS}`);
  if (!changed) throw new Error("unreachable: the package is held");
  return changed;
}

/** Returns how many organizations have the package assigned, and whether it is the environment's default. */
export async function countPackageUses(
  db: Queryable,
  id: string,
): Promise<{ workspaces: number; isDefault: boolean }> {
  const uses = await db.first(read<{ workspaces: number; isDefault: boolean }>`
    SELECT (SELECT count(*) FROM workspaces
            WHERE environment_id = ${db.environmentId}::uuid AND package_id = ${id}::uuid) AS workspaces,
      EXISTS (SELECT FROM entitlement_policies
              WHERE environment_id = ${db.environmentId}::uuid AND default_package_id = ${id}::uuid) AS is_default`);
  return uses ?? { workspaces: 0, isDefault: false };
}

/** Deletes an unused package, with its list of apps. */
export async function deletePackageRow(db: Queryable, id: string): Promise<void> {
  await db.execute(write`
    DELETE FROM packages WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Replaces the set of apps that a package lists with `appIds`. */
export async function replacePackageApps(
  db: Queryable,
  packageId: string,
  appIds: readonly string[],
): Promise<void> {
  await Promise.all([
    db.execute(write`
      DELETE FROM package_apps WHERE environment_id = ${db.environmentId}::uuid AND package_id = ${packageId}::uuid
        AND app_id <> ALL(${appIds}::uuid[])`),
    db.execute(write`
      INSERT INTO package_apps (tenant_id, environment_id, package_id, app_id)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${packageId}::uuid, app_id
      FROM unnest(${appIds}::uuid[]) AS app_id
      ON CONFLICT DO NOTHING`),
  ]);
}
