import type { TenantTransaction } from "@/lib/db";
import type { InstallationCapacity } from "@/lib/installations/capacity";

/** The tenant's capacity. */
export async function readCapacity({
  sql,
  tenantId,
}: TenantTransaction): Promise<InstallationCapacity> {
  const row = await sql.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { installationLimit: true, installationMaximum: true, activeInstallations: true },
  });
  return {
    limit: row.installationLimit,
    maximum: row.installationMaximum,
    active: row.activeInstallations,
  };
}

/** The same, holding the tenant's row until the transaction ends: whoever enrols, retires or changes the
 *  capacity takes turns, and what is read here still holds when it is acted upon. */
export async function lockCapacity(transaction: TenantTransaction): Promise<InstallationCapacity> {
  const { sql, tenantId } = transaction;
  await sql.$queryRaw`SELECT 1 AS held FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  return readCapacity(transaction);
}

/** Sets one or both numbers of a tenant's capacity. PostgreSQL refuses a limit above the maximum. */
export async function updateCapacity(
  { sql, tenantId }: TenantTransaction,
  changes: { limit?: number; maximum?: number },
): Promise<void> {
  await sql.tenant.update({
    where: { id: tenantId },
    data: {
      ...(changes.limit === undefined ? {} : { installationLimit: changes.limit }),
      ...(changes.maximum === undefined ? {} : { installationMaximum: changes.maximum }),
    },
  });
}
