import type { AdministeredTenant, AdministratorRole } from "@/lib/administrators/administrator";
import { beforeTenant, type TenantTransaction } from "@/lib/db";

/** The tenants that this user of the platform tenant administers. */
export async function resolveAdministrator(userId: string): Promise<AdministeredTenant[]> {
  return beforeTenant.$queryRaw<AdministeredTenant[]>`
    SELECT tenant_id AS "tenantId", tenant_public_id AS "tenantPublicId", tenant_name AS "tenantName",
           tenant_status AS "tenantStatus", role::text AS role, COALESCE(environments, '[]') AS environments
    FROM atrium_resolve_administrator(${userId}::uuid)`;
}

/** Makes a user an administrator of this transaction's tenant, or changes the role of one. */
export async function writeAdministrator(
  { sql, tenantId }: TenantTransaction,
  userId: string,
  role: AdministratorRole,
): Promise<void> {
  await sql.administrator.upsert({
    where: { tenantId_userId: { tenantId, userId } },
    create: { tenantId, userId, role },
    update: { role, removedAt: null },
  });
}
