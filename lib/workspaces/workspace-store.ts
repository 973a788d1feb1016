import type { TenantTransaction } from "@/lib/db";
import type { Workspace } from "@/lib/workspaces/workspace";

/** An organization's workspace in the transaction's environment, or in another of the tenant's. */
export async function findWorkspace(
  { sql, tenantId, environmentId }: TenantTransaction,
  organizationId: string,
  elsewhere: string = environmentId,
): Promise<Workspace | null> {
  const rows = await sql.$queryRaw<Workspace[]>`
    SELECT w.organization_id AS "organizationId", e.key AS environment, w.status::text AS status,
      t.key AS "organizationType", w.package_id AS "packageId"
    FROM workspaces w
    JOIN environments e ON e.id = w.environment_id
    LEFT JOIN organization_types t ON t.id = w.organization_type_id
    WHERE w.tenant_id = ${tenantId}::uuid AND w.environment_id = ${elsewhere}::uuid
      AND w.organization_id = ${organizationId}::uuid`;
  return rows[0] ?? null;
}

/** The same, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockWorkspace(
  transaction: TenantTransaction,
  organizationId: string,
): Promise<Workspace | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`
    SELECT 1 AS held FROM workspaces
    WHERE environment_id = ${environmentId}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  return findWorkspace(transaction, organizationId);
}

/** Adds an organization to an environment of the tenant, unless it is there already.
 *  @returns whether it was added */
export async function insertWorkspace(
  { sql, tenantId }: TenantTransaction,
  organizationId: string,
  workspace: {
    environmentId: string;
    organizationTypeId: string | null;
    packageId: string | null;
  },
): Promise<boolean> {
  const { count } = await sql.workspace.createMany({
    data: [{ ...workspace, tenantId, organizationId }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Changes a workspace of the environment that is known to exist; what is absent stays. */
export async function updateWorkspace(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  changes: {
    status?: Workspace["status"];
    packageId?: string | null;
    organizationTypeId?: string;
  },
): Promise<void> {
  await sql.workspace.updateMany({ where: { environmentId, organizationId }, data: changes });
}

/** The tenant's environment with this key. */
export async function findEnvironmentId(
  { sql, tenantId }: TenantTransaction,
  key: string,
): Promise<string | null> {
  const row = await sql.environment.findFirst({ where: { tenantId, key }, select: { id: true } });
  return row?.id ?? null;
}
