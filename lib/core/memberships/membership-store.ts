import type { Member, Membership, MembershipStatus } from "@/lib/core/memberships/membership";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** Returns one member, or null when the user is none. */
export function findMember(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<Member | null> {
  return db.first(read<Member>`
    SELECT m.user_id, u.email, u.display_name, m.role_id, m.status, m.created_at, m.updated_at
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.environment_id = ${db.environmentId}::uuid AND m.organization_id = ${organizationId}::uuid
      AND m.user_id = ${userId}::uuid`);
}

/** Adds a membership unless the user has one in the organization already.
 *  @returns whether it was added */
export async function insertMembership(
  db: Queryable,
  userId: string,
  { organizationId, roleId, status }: Membership,
): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO memberships (tenant_id, environment_id, organization_id, user_id, role_id, status)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${organizationId}::uuid, ${userId}::uuid,
            ${roleId}::uuid, ${status}::membership_status)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}

/** Changes a membership that is known to exist. */
export async function updateMembership(
  db: Queryable,
  organizationId: string,
  userId: string,
  { roleId, status }: { roleId: string | null; status: MembershipStatus },
): Promise<void> {
  await db.execute(lock`
    UPDATE memberships
    SET role_id = ${roleId}::uuid, status = ${status}::membership_status, updated_at = now()
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid
      AND user_id = ${userId}::uuid`);
}

/** Removes a membership.
 *  @returns whether there was one */
export async function deleteMembership(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const deleted = await db.execute(lock`
    DELETE FROM memberships
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid
      AND user_id = ${userId}::uuid`);
  return deleted === 1;
}

/** Removes a user from every organization.
 *  @returns how many there were */
export function deleteMembershipsOfUser(db: Queryable, userId: string): Promise<number> {
  return db.execute(lock`
    DELETE FROM memberships WHERE environment_id = ${db.environmentId}::uuid AND user_id = ${userId}::uuid`);
}

/** Returns the name of the organization of this workspace, and locks it against deletion until the
 *  transaction ends.
 *  @returns null when the environment has no such workspace */
export async function holdWorkspace(db: Queryable, organizationId: string): Promise<string | null> {
  const held = await db.first(lock<{ name: string }>`
    SELECT o.name FROM workspaces w JOIN organizations o ON o.id = w.organization_id
    WHERE w.environment_id = ${db.environmentId}::uuid AND w.organization_id = ${organizationId}::uuid
    FOR KEY SHARE OF w`);
  return held?.name ?? null;
}

/** Whether the environment has this role; locks it against deletion until the transaction ends. */
export async function holdRole(db: Queryable, roleId: string): Promise<boolean> {
  const held = await db.execute(lock`
    SELECT FROM roles
    WHERE environment_id = ${db.environmentId}::uuid AND id = ${roleId}::uuid FOR KEY SHARE`);
  return held === 1;
}
