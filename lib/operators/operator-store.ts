import type { TenantTransaction } from "@/lib/db";

/** Somebody who runs the platform. */
export interface Operator {
  userId: string;
  email: string;
  displayName: string | null;
  /** Whether they accepted their invitation: without a password nobody signs in. */
  hasPassword: boolean;
  lastSignInAt: Date | null;
  since: Date;
}

/** Whether this user of the platform tenant is an operator now. */
export async function isOperator(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<boolean> {
  return (await sql.operator.count({ where: { userId, environmentId, removedAt: null } })) === 1;
}

/** Makes a user of the platform tenant an operator.
 *  @returns false for one who is an operator already */
export async function writeOperator(
  { sql, tenantId, environmentId }: TenantTransaction,
  userId: string,
  at: Date,
): Promise<boolean> {
  const count = await sql.$executeRaw`
    INSERT INTO operators (tenant_id, environment_id, user_id, created_at)
    VALUES (${tenantId}::uuid, ${environmentId}::uuid, ${userId}::uuid, ${at})
    ON CONFLICT (user_id) DO UPDATE SET removed_at = NULL, created_at = excluded.created_at
    WHERE operators.removed_at IS NOT NULL`;
  return count === 1;
}

/** Ends an operator's rights.
 *  @returns whether there were any */
export async function removeOperatorRow(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql.operator.updateMany({
    where: { userId, environmentId, removedAt: null },
    data: { removedAt: at },
  });
  return count === 1;
}

/** Everybody who is an operator, by address. Deleted users are not. */
export async function listOperatorRows({
  sql,
  environmentId,
}: TenantTransaction): Promise<Operator[]> {
  const rows = await sql.operator.findMany({
    where: { environmentId, removedAt: null, user: { deletedAt: null } },
    select: {
      createdAt: true,
      user: {
        select: {
          id: true,
          email: true,
          displayName: true,
          passwordHash: true,
          lastSignInAt: true,
        },
      },
    },
    orderBy: { user: { email: "asc" } },
  });
  return rows.map(({ createdAt, user: { id, passwordHash, ...user } }) => ({
    ...user,
    userId: id,
    hasPassword: passwordHash !== null,
    since: createdAt,
  }));
}
