import type { Workspace } from "@/lib/core/workspaces/workspace";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Returns an organization's workspace in the environment. */
export function findWorkspace(db: Queryable, organizationId: string): Promise<Workspace | null> {
  return db.first(read<Workspace>`
    SELECT w.organization_id, e.key AS environment, w.status, t.key AS organization_type, w.package_id
    FROM workspaces w
    JOIN environments e ON e.id = w.environment_id
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    WHERE w.tenant_id = ${db.tenantId}::uuid AND w.environment_id = ${db.environmentId}::uuid
      AND w.organization_id = ${organizationId}::uuid`);
}

/** Like `findWorkspace`, and locks the row until the transaction ends, so that two changes of it are
 *  serialized. */
export async function lockWorkspace(
  db: Queryable,
  organizationId: string,
): Promise<Workspace | null> {
  // Two statements: the second sees what another transaction changed while the first waited for the row.
  const [, workspace] = await Promise.all([
    db.execute(lock`
      SELECT FROM workspaces
      WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid
      FOR NO KEY UPDATE`),
    findWorkspace(db, organizationId),
  ]);
  return workspace;
}

/** Adds an organization to the environment, unless it is there already.
 *  @returns whether it was added */
export async function insertWorkspace(
  db: Queryable,
  organizationId: string,
  {
    organizationTypeId,
    packageId,
  }: { organizationTypeId: string | null; packageId: string | null },
): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO workspaces (tenant_id, environment_id, organization_id, organization_type_id, package_id)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${organizationId}::uuid,
            ${organizationTypeId}::uuid, ${packageId}::uuid)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}

/** Stores whether tokens are minted for a workspace of the environment. */
export async function writeWorkspaceStatus(
  db: Queryable,
  organizationId: string,
  status: Workspace["status"],
): Promise<void> {
  await db.execute(write`
    UPDATE workspaces SET status = ${status}::active_status, updated_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid`);
}

/** Stores the package of a workspace of the environment, or none. */
export async function writeWorkspacePackage(
  db: Queryable,
  organizationId: string,
  packageId: string | null,
): Promise<void> {
  await db.execute(write`
    UPDATE workspaces SET package_id = ${packageId}::uuid, updated_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid`);
}

/** Stores the organization type of a workspace of the environment. */
export async function writeWorkspaceType(
  db: Queryable,
  organizationId: string,
  organizationTypeId: string,
): Promise<void> {
  await db.execute(write`
    UPDATE workspaces SET organization_type_id = ${organizationTypeId}::uuid, updated_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid`);
}
