import type { AdministeredTenant, AdministratorRole } from "@/lib/administrators/administrator";
import { now } from "@/lib/clock";
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

/** Who administers this transaction's tenant, by their id in the platform tenant. */
export interface AdministratorEntry {
  userId: string;
  role: AdministratorRole;
  createdAt: Date;
}

/** Who administers the tenant, in the order in which they were added. */
export async function listAdministratorEntries({
  sql,
  tenantId,
}: TenantTransaction): Promise<AdministratorEntry[]> {
  return sql.administrator.findMany({
    where: { tenantId, removedAt: null },
    select: { userId: true, role: true, createdAt: true },
    orderBy: { id: "asc" },
  });
}

/** The same; until this transaction ends, other changes of who administers the tenant wait. A lock of its own,
 *  because one on the rows would not hold up somebody who is being added. */
export async function lockAdministrators(
  transaction: TenantTransaction,
): Promise<AdministratorEntry[]> {
  const { sql, tenantId } = transaction;
  await sql.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('atrium administrators ' || ${tenantId}, 0))`;
  return listAdministratorEntries(transaction);
}

/** Ends that somebody administers the tenant. */
export async function endAdministrator(
  { sql, tenantId }: TenantTransaction,
  userId: string,
): Promise<void> {
  await sql.administrator.update({
    where: { tenantId_userId: { tenantId, userId } },
    data: { removedAt: now() },
  });
}
