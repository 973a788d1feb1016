import type { App, AppPackagePolicy } from "@/lib/apps/app";
import type { TenantTransaction } from "@/lib/db";

const fields = {
  id: true,
  key: true,
  name: true,
  status: true,
  packagePolicy: true,
  allowedOrganizationTypes: true,
  requiredEntitlements: true,
} as const;

/** Every app of the environment, by key. */
export function listApps({ sql, environmentId }: TenantTransaction): Promise<App[]> {
  return sql.app.findMany({ where: { environmentId }, select: fields, orderBy: { key: "asc" } });
}

/** The app with this id in the environment. */
export function findApp(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<App | null> {
  return sql.app.findFirst({ where: { id, environmentId }, select: fields });
}

/** Those of `ids` that name no app of the environment. */
export async function unknownApps(
  { sql, environmentId }: TenantTransaction,
  ids: readonly string[],
): Promise<string[]> {
  const found = await sql.app.findMany({
    where: { environmentId, id: { in: [...ids] } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Adds an app.
 *  @throws a unique violation when the key is taken */
export function insertApp(
  { sql, tenantId, environmentId }: TenantTransaction,
  app: Omit<App, "id" | "status">,
): Promise<App> {
  return sql.app.create({ data: { ...app, tenantId, environmentId }, select: fields });
}

/** Changes an app that is known to be in the environment; what is absent stays. */
export function updateApp(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: Partial<AppPackagePolicy> & { name?: string; status?: App["status"] },
): Promise<App> {
  return sql.app.update({ where: { id, environmentId }, data: changes, select: fields });
}

/** The app, holding its row until the transaction ends, so that two changes of it take turns. */
export async function lockApp(transaction: TenantTransaction, id: string): Promise<App | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`SELECT id FROM apps WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR NO KEY UPDATE`;
  return findApp(transaction, id);
}

/** Those of `keys` that are no organization types of the environment. */
export async function unknownOrganizationTypes(
  { sql, environmentId }: TenantTransaction,
  keys: readonly string[],
): Promise<string[]> {
  const found = await sql.organizationType.findMany({
    where: { environmentId, key: { in: [...keys] } },
    select: { key: true },
  });
  const known = new Set(found.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
