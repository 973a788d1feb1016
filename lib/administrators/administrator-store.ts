import type { AdministeredTenant, AdministratorRole } from "@/lib/administrators/administrator";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { beforeTenant, type TenantTransaction } from "@/lib/db";

/** The tenants that this user of the platform tenant administers. */
export async function resolveAdministrator(userId: string): Promise<AdministeredTenant[]> {
  return beforeTenant.$queryRaw<AdministeredTenant[]>`
    SELECT tenant_id AS "tenantId", tenant_public_id AS "tenantPublicId", tenant_name AS "tenantName",
           tenant_status AS "tenantStatus", role::text AS role, COALESCE(environments, '[]') AS environments
    FROM atrium_resolve_administrator(${userId}::uuid)`;
}

/** What somebody is invited to administer and has not answered. */
export interface Invitation extends TenantScope {
  id: string;
  tenantName: string;
  role: AdministratorRole;
}

/** The tenants that this user of the platform tenant is invited to administer. */
export async function resolveInvitations(userId: string): Promise<Invitation[]> {
  return beforeTenant.$queryRaw<Invitation[]>`
    SELECT id, tenant_id AS "tenantId", environment_id AS "environmentId", tenant_name AS "tenantName", role::text AS role
    FROM atrium_resolve_invitations(${userId}::uuid)`;
}

/** Makes a user an administrator of this transaction's tenant at once, or changes the role of one.
 *  @returns the entry's id */
export async function writeAdministrator(
  { sql, tenantId }: TenantTransaction,
  userId: string,
  role: AdministratorRole,
): Promise<string> {
  const acceptedAt = now();
  const { id } = await sql.administrator.upsert({
    where: { tenantId_userId: { tenantId, userId } },
    create: { tenantId, userId, role, acceptedAt },
    update: { role, acceptedAt, removedAt: null },
  });
  return id;
}

/** Notes that somebody is invited to administer this transaction's tenant.
 *  @param email as the tenant typed it
 *  @returns the entry's id */
export async function writeInvitation(
  { sql, tenantId }: TenantTransaction,
  userId: string,
  { email, role }: { email: string; role: AdministratorRole },
): Promise<string> {
  const invited = { role, invitedEmail: email, acceptedAt: null, createdAt: now() };
  const { id } = await sql.administrator.upsert({
    where: { tenantId_userId: { tenantId, userId } },
    create: { tenantId, userId, ...invited },
    update: { ...invited, removedAt: null },
  });
  return id;
}

/** Accepts or declines an invitation: one conditional UPDATE, so that it is answered once.
 *  @returns false when it is not there any more */
export async function answerInvitation(
  { sql, tenantId }: TenantTransaction,
  { id, userId, accepted }: { id: string; userId: string; accepted: boolean },
): Promise<boolean> {
  const { count } = await sql.administrator.updateMany({
    where: { id, tenantId, userId, removedAt: null, acceptedAt: null },
    data: accepted ? { acceptedAt: now() } : { removedAt: now() },
  });
  return count === 1;
}

/** Changes what somebody may do. */
export async function writeRole({ sql }: TenantTransaction, id: string, role: AdministratorRole) {
  await sql.administrator.update({ where: { id }, data: { role } });
}

/** Who administers this transaction's tenant or is invited to, by their id in the platform tenant. */
export interface AdministratorEntry {
  /** The entry's own id: unlike the user's it tells nothing of an account. */
  id: string;
  userId: string;
  role: AdministratorRole;
  createdAt: Date;
  /** Null while they have not answered. */
  acceptedAt: Date | null;
  /** As the tenant typed it; null for who was added without an invitation. */
  invitedEmail: string | null;
}

/** Who administers the tenant or is invited to, in the order in which they were added. */
export async function listAdministratorEntries({
  sql,
  tenantId,
}: TenantTransaction): Promise<AdministratorEntry[]> {
  return sql.administrator.findMany({
    where: { tenantId, removedAt: null },
    select: {
      id: true,
      userId: true,
      role: true,
      createdAt: true,
      acceptedAt: true,
      invitedEmail: true,
    },
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
