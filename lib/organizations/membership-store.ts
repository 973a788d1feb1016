import type { TenantTransaction } from "@/lib/db";
import type { Member, Membership, MembershipStatus } from "@/lib/organizations/membership";

const memberFields = {
  userId: true,
  roleId: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  user: { select: { email: true, displayName: true } },
} as const;

type MemberRow = Omit<Member, "email" | "displayName"> & {
  user: Pick<Member, "email" | "displayName">;
};

const memberOf = ({ user, ...row }: MemberRow): Member => ({ ...row, ...user });

/** One member, or null when the user is none. */
export async function findMember(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  userId: string,
): Promise<Member | null> {
  const row = await sql.membership.findFirst({
    where: { environmentId, organizationId, userId },
    select: memberFields,
  });
  return row && memberOf(row);
}

/** Adds a membership unless the user has one in the organization already.
 *  @returns whether it was added */
export async function insertMembership(
  { sql, tenantId, environmentId }: TenantTransaction,
  userId: string,
  membership: Membership,
): Promise<boolean> {
  const { count } = await sql.membership.createMany({
    data: [{ ...membership, userId, tenantId, environmentId }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Changes a membership that is known to exist. */
export async function updateMembership(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  userId: string,
  changes: { roleId: string | null; status: MembershipStatus },
): Promise<void> {
  await sql.membership.updateMany({
    where: { environmentId, organizationId, userId },
    data: changes,
  });
}

/** Removes a membership.
 *  @returns whether there was one */
export async function deleteMembership(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const { count } = await sql.membership.deleteMany({
    where: { environmentId, organizationId, userId },
  });
  return count === 1;
}

/** Removes a user from every organization.
 *  @returns how many there were */
export async function deleteMembershipsOfUser(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<number> {
  const { count } = await sql.membership.deleteMany({ where: { environmentId, userId } });
  return count;
}

/** Whether the environment has this workspace; it can't go away before the transaction ends. */
export async function holdWorkspace(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM workspaces
    WHERE environment_id = ${environmentId}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE`;
  return rows.length > 0;
}

/** Whether the environment has this role; it can't be deleted before the transaction ends. */
export async function holdRole(
  { sql, environmentId }: TenantTransaction,
  roleId: string,
): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM roles
    WHERE environment_id = ${environmentId}::uuid AND id = ${roleId}::uuid FOR KEY SHARE`;
  return rows.length > 0;
}
