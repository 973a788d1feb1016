import type { TenantTransaction } from "@/lib/db";
import type { Package, PackageFields } from "@/lib/packages/package";

const fields = {
  id: true,
  key: true,
  name: true,
  status: true,
  entitlements: true,
  apps: { select: { appId: true }, orderBy: { appId: "asc" } },
} as const;

type Row = PackageFields & { id: string; apps: { appId: string }[] };

const packageOf = ({ apps, ...row }: Row): Package => ({
  ...row,
  appIds: apps.map(({ appId }) => appId),
});

/** Every package of the environment, by key. */
export async function listPackages({ sql, environmentId }: TenantTransaction): Promise<Package[]> {
  const rows = await sql.package.findMany({
    where: { environmentId },
    select: fields,
    orderBy: { key: "asc" },
  });
  return rows.map(packageOf);
}

/** The package with this id in the environment. */
export async function findPackage(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<Package | null> {
  const row = await sql.package.findFirst({ where: { id, environmentId }, select: fields });
  return row && packageOf(row);
}

/** The same, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockPackage(
  transaction: TenantTransaction,
  id: string,
): Promise<Package | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`SELECT id FROM packages WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR UPDATE`;
  return findPackage(transaction, id);
}

/** Whether the environment has this package; it can't be deleted before the transaction ends. */
export async function holdPackage(
  { sql, environmentId }: TenantTransaction,
  packageId: string,
): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM packages
    WHERE environment_id = ${environmentId}::uuid AND id = ${packageId}::uuid FOR KEY SHARE`;
  return rows.length > 0;
}

/** Adds a package that lists no apps yet.
 *  @throws a unique violation when the key is taken */
export async function insertPackage(
  { sql, tenantId, environmentId }: TenantTransaction,
  wanted: PackageFields,
): Promise<Package> {
  const data = { ...wanted, tenantId, environmentId };
  return packageOf(await sql.package.create({ data, select: fields }));
}

/** Changes a package that is known to be in the environment; what is absent stays. */
export async function updatePackage(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: Partial<PackageFields>,
): Promise<Package> {
  return packageOf(
    await sql.package.update({ where: { id, environmentId }, data: changes, select: fields }),
  );
}

/** How many organizations have the package assigned, and whether it is the environment's default. */
export async function countPackageUses(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<{ workspaces: number; isDefault: boolean }> {
  const workspaces = await sql.workspace.count({ where: { environmentId, packageId: id } });
  const defaults = await sql.entitlementPolicy.count({
    where: { environmentId, defaultPackageId: id },
  });
  return { workspaces, isDefault: defaults > 0 };
}

/** Removes a package that nobody uses, with its list of apps. */
export async function deletePackageRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<void> {
  await sql.package.delete({ where: { id, environmentId } });
}

/** Makes `appIds` the whole set of apps that a package lists. */
export async function replacePackageApps(
  { sql, tenantId, environmentId }: TenantTransaction,
  packageId: string,
  appIds: readonly string[],
): Promise<void> {
  await sql.packageApp.deleteMany({
    where: { environmentId, packageId, appId: { notIn: [...appIds] } },
  });
  await sql.packageApp.createMany({
    data: appIds.map((appId) => ({ tenantId, environmentId, packageId, appId })),
    skipDuplicates: true,
  });
}
