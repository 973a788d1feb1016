import type { App } from "@/lib/core/apps/app";
import type { Role, RoleFields } from "@/lib/core/roles/role";
import { assignments } from "@/lib/kernel/db/assignments";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

const COLUMNS = sql`id, key, name, description, permissions, is_system, created_at, updated_at`;

/** Lists every role of the environment, by key. */
export function listRoles(db: Queryable): Promise<Role[]> {
  return db.query(read<Role>`
    SELECT ${COLUMNS} FROM roles WHERE environment_id = ${db.environmentId}::uuid ORDER BY key`);
}

/** Returns the role with this id in the environment. */
export function findRole(db: Queryable, id: string): Promise<Role | null> {
  return db.first(read<Role>`
    SELECT ${COLUMNS} FROM roles WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Like `findRole`, and locks the row until the transaction ends, so that two changes of it are
 *  serialized. */
export function lockRole(db: Queryable, id: string): Promise<Role | null> {
  return db.first(lock<Role>`
    SELECT ${COLUMNS} FROM roles WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
    FOR UPDATE`);
}

/** Adds a role.
 *  @throws a unique violation when the key is taken */
export async function insertRole(
  db: Queryable,
  { key, name, description, permissions, isSystem }: RoleFields & { isSystem: boolean },
): Promise<Role> {
  const [added] = await db.query(write<Role>`
    INSERT INTO roles (tenant_id, environment_id, key, name, description, permissions, is_system)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${key}, ${name}, ${description},
      ${permissions}::text[], ${isSystem}::boolean)
    RETURNING ${COLUMNS}`);
  if (!added) throw new Error("unreachable: the row was added");
  return added;
}

/** Changes a role that is known to be in the environment; absent fields stay.
 *  @throws a unique violation when the key is taken */
export async function updateRole(
  db: Queryable,
  id: string,
  { key, name, description, permissions }: Partial<RoleFields>,
): Promise<Role> {
  const set = assignments({ key, name, description, permissions, updated_at: sql`now()` });
  const [changed] = await db.query(write<Role>`
    UPDATE roles SET ${set} WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
    RETURNING ${COLUMNS}`);
  if (!changed) throw new Error("unreachable: the role is held");
  return changed;
}

/** Returns how many memberships hold the role. */
export async function countRoleMembers(db: Queryable, roleId: string): Promise<number> {
  const found = await db.first(read<{ members: number }>`
    SELECT count(*) AS members FROM memberships
    WHERE environment_id = ${db.environmentId}::uuid AND role_id = ${roleId}::uuid`);
  return found?.members ?? 0;
}

/** Deletes a role that no membership holds, with its apps. */
export async function deleteRoleRow(db: Queryable, id: string): Promise<void> {
  await db.execute(write`
    DELETE FROM roles WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Lists the apps a role reaches, by key. */
export function listRoleApps(db: Queryable, roleId: string): Promise<App[]> {
  return db.query(read<App>`
    SELECT a.id, a.key, a.name, a.status, a.package_policy, a.allowed_organization_types, a.required_entitlements
    FROM role_apps r JOIN apps a ON a.id = r.app_id
    WHERE r.environment_id = ${db.environmentId}::uuid AND r.role_id = ${roleId}::uuid ORDER BY a.key`);
}

/** Replaces the set of apps that a role reaches with `appIds`. */
export async function replaceRoleApps(
  db: Queryable,
  roleId: string,
  appIds: readonly string[],
): Promise<void> {
  await Promise.all([
    db.execute(write`
      DELETE FROM role_apps WHERE environment_id = ${db.environmentId}::uuid AND role_id = ${roleId}::uuid
        AND app_id <> ALL(${appIds}::uuid[])`),
    db.execute(write`
      INSERT INTO role_apps (tenant_id, environment_id, role_id, app_id)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${roleId}::uuid, app_id
      FROM unnest(${appIds}::uuid[]) AS app_id
      ON CONFLICT DO NOTHING`),
  ]);
}
