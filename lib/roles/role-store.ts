import type { App } from "@/lib/apps/app";
import type { TenantTransaction } from "@/lib/db";
import type { Role, RoleFields } from "@/lib/roles/role";

const fields = {
  id: true,
  key: true,
  name: true,
  description: true,
  permissions: true,
  isSystem: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** Every role of the environment, by key. */
export function listRoles({ sql, environmentId }: TenantTransaction): Promise<Role[]> {
  return sql.role.findMany({ where: { environmentId }, select: fields, orderBy: { key: "asc" } });
}

/** The role with this id in the environment. */
export function findRole(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<Role | null> {
  return sql.role.findFirst({ where: { id, environmentId }, select: fields });
}

/** The same, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockRole(transaction: TenantTransaction, id: string): Promise<Role | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`SELECT id FROM roles WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR UPDATE`;
  return findRole(transaction, id);
}

/** Adds a role.
 *  @throws a unique violation when the key is taken */
export function insertRole(
  { sql, tenantId, environmentId }: TenantTransaction,
  role: RoleFields & { isSystem: boolean },
): Promise<Role> {
  return sql.role.create({ data: { ...role, tenantId, environmentId }, select: fields });
}

/** Changes a role that is known to be in the environment; what is absent stays. */
export function updateRole(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: Partial<RoleFields>,
): Promise<Role> {
  return sql.role.update({ where: { id, environmentId }, data: changes, select: fields });
}

/** How many memberships hold the role. */
export function countRoleMembers(
  { sql, environmentId }: TenantTransaction,
  roleId: string,
): Promise<number> {
  return sql.membership.count({ where: { environmentId, roleId } });
}

/** Removes a role that nobody holds, with its apps. */
export async function deleteRoleRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<void> {
  await sql.role.delete({ where: { id, environmentId } });
}

/** The apps a role reaches, by key. */
export async function listRoleApps(
  { sql, environmentId }: TenantTransaction,
  roleId: string,
): Promise<App[]> {
  return sql.app.findMany({
    where: { environmentId, roleApps: { some: { roleId } } },
    omit: { tenantId: true, environmentId: true, createdAt: true, updatedAt: true },
    orderBy: { key: "asc" },
  });
}

/** Makes `appIds` the whole set of apps that a role reaches. */
export async function replaceRoleApps(
  { sql, tenantId, environmentId }: TenantTransaction,
  roleId: string,
  appIds: readonly string[],
): Promise<void> {
  await sql.roleApp.deleteMany({ where: { environmentId, roleId, appId: { notIn: [...appIds] } } });
  await sql.roleApp.createMany({
    data: appIds.map((appId) => ({ tenantId, environmentId, roleId, appId })),
    skipDuplicates: true,
  });
}
