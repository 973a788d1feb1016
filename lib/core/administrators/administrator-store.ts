import type {
  AdministeredTenant,
  AdministratorRole,
} from "@/lib/core/administrators/administrator";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Returns the tenants that this user of the platform tenant administers. */
export async function resolveAdministrator(userId: string): Promise<AdministeredTenant[]> {
  return unscoped.query(read<AdministeredTenant>`
    SELECT tenant_id, tenant_public_id, tenant_name, tenant_status, role, COALESCE(environments, '[]') AS environments
    FROM atrium_resolve_administrator(${userId}::uuid)`);
}

/** An invitation to administer a tenant that is not answered yet. */
export interface Invitation extends TenantScope {
  id: string;
  tenantName: string;
  role: AdministratorRole;
}

/** Returns the tenants that this user of the platform tenant is invited to administer. */
export async function resolveInvitations(userId: string): Promise<Invitation[]> {
  return unscoped.query(read<Invitation>`
    SELECT id, tenant_id, environment_id, tenant_name, role FROM atrium_resolve_invitations(${userId}::uuid)`);
}

/** Makes a user an administrator of this transaction's tenant at once, or changes the role of one.
 *  @returns the entry's id */
export async function writeAdministrator(
  db: Queryable,
  userId: string,
  role: AdministratorRole,
): Promise<string> {
  return idOf(
    await db.query(lock<{ id: string }>`
      INSERT INTO administrators (tenant_id, user_id, role, accepted_at)
      VALUES (${db.tenantId}::uuid, ${userId}::uuid, ${role}::administrator_role, ${now()}::timestamptz)
      ON CONFLICT (tenant_id, user_id) DO UPDATE
      SET role = excluded.role, accepted_at = excluded.accepted_at, removed_at = NULL
      RETURNING id`),
  );
}

/** Writes an invitation to administer this transaction's tenant.
 *  @param email as the tenant typed it
 *  @returns the entry's id */
export async function writeInvitation(
  db: Queryable,
  userId: string,
  { email, role }: { email: string; role: AdministratorRole },
): Promise<string> {
  return idOf(
    await db.query(lock<{ id: string }>`
      INSERT INTO administrators (tenant_id, user_id, role, invited_email, accepted_at, created_at)
      VALUES (${db.tenantId}::uuid, ${userId}::uuid, ${role}::administrator_role, ${email}, NULL, ${now()}::timestamptz)
      ON CONFLICT (tenant_id, user_id) DO UPDATE
      SET role = excluded.role, invited_email = excluded.invited_email, accepted_at = NULL,
          created_at = excluded.created_at, removed_at = NULL
      RETURNING id`),
  );
}

function idOf([row]: { id: string }[]): string {
  if (!row) throw new Error("An administrator was not stored");
  return row.id;
}

/** Accepts or declines an invitation: one conditional UPDATE, so that it is answered once.
 *  @returns false when the invitation no longer exists */
export async function answerInvitation(
  db: Queryable,
  { id, userId, accepted }: { id: string; userId: string; accepted: boolean },
): Promise<boolean> {
  const at = now();
  const answered = await db.execute(lock`
    UPDATE administrators
    SET accepted_at = ${accepted ? at : null}::timestamptz, removed_at = ${accepted ? null : at}::timestamptz
    WHERE id = ${id}::uuid AND tenant_id = ${db.tenantId}::uuid AND user_id = ${userId}::uuid
      AND removed_at IS NULL AND accepted_at IS NULL`);
  return answered === 1;
}

/** Changes an administrator's role. */
export async function writeRole(db: Queryable, id: string, role: AdministratorRole): Promise<void> {
  await db.execute(lock`
    UPDATE administrators SET role = ${role}::administrator_role WHERE id = ${id}::uuid`);
}

/** An administrator of this transaction's tenant, active or invited, by their id in the platform tenant. */
export interface AdministratorEntry {
  /** The entry's own id: unlike the user's it discloses nothing about an account. */
  id: string;
  userId: string;
  role: AdministratorRole;
  createdAt: Date;
  /** Null until they accept. */
  acceptedAt: Date | null;
  /** As the tenant typed it; null for an administrator added without an invitation. */
  invitedEmail: string | null;
}

/** Returns since when a user has administered the tenant; null for a user who does not. */
export async function administratorSince(db: Queryable, userId: string): Promise<Date | null> {
  const found = await db.first(read<{ acceptedAt: Date | null }>`
    SELECT accepted_at FROM administrators
    WHERE tenant_id = ${db.tenantId}::uuid AND user_id = ${userId}::uuid AND removed_at IS NULL`);
  return found?.acceptedAt ?? null;
}

/** Lists the tenant's administrators, active and invited, in the order in which they were added. */
export async function listAdministratorEntries(db: Queryable): Promise<AdministratorEntry[]> {
  return db.query(read<AdministratorEntry>`
    SELECT id, user_id, role, created_at, accepted_at, invited_email
    FROM administrators WHERE tenant_id = ${db.tenantId}::uuid AND removed_at IS NULL ORDER BY id`);
}

/** Like `listAdministratorEntries`, and makes other changes of the tenant's administrators wait until this
 *  transaction ends. Uses an advisory lock, because row locks would not stop the insertion of a new
 *  administrator. */
export async function lockAdministrators(db: Queryable): Promise<AdministratorEntry[]> {
  const [, entries] = await Promise.all([
    db.execute(lock`
      SELECT pg_advisory_xact_lock(hashtextextended('atrium administrators ' || ${db.tenantId}::text, 0))`),
    listAdministratorEntries(db),
  ]);
  return entries;
}

/** Ends a user's administration of the tenant. */
export async function endAdministrator(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    UPDATE administrators SET removed_at = ${now()}::timestamptz
    WHERE tenant_id = ${db.tenantId}::uuid AND user_id = ${userId}::uuid`);
}
