import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** An operator of the platform. */
export interface Operator {
  userId: string;
  email: string;
  displayName: string | null;
  /** Whether they accepted their invitation: without a password no one can sign in. */
  hasPassword: boolean;
  lastSignInAt: Date | null;
  since: Date;
}

/** Returns since when this user of the platform tenant has been an operator; null for one who is none now. */
export async function operatorSince(db: Queryable, userId: string): Promise<Date | null> {
  const found = await db.first(read<{ since: Date }>`
    SELECT created_at AS since FROM operators
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND removed_at IS NULL`);
  return found?.since ?? null;
}

/** Makes a user of the platform tenant an operator.
 *  @returns false for one who is an operator already */
export async function writeOperator(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const count = await db.execute(lock`
    INSERT INTO operators (tenant_id, environment_id, user_id, created_at)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${userId}::uuid, ${at}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE SET removed_at = NULL, created_at = excluded.created_at
    WHERE operators.removed_at IS NOT NULL`);
  return count === 1;
}

/** Ends an operator's rights.
 *  @returns whether there were any */
export async function removeOperatorRow(db: Queryable, userId: string, at: Date): Promise<boolean> {
  const count = await db.execute(lock`
    UPDATE operators SET removed_at = ${at}::timestamptz
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND removed_at IS NULL`);
  return count === 1;
}

/** Lists all operators, by address. Deleted users are no operators. */
export async function listOperatorRows(db: Queryable): Promise<Operator[]> {
  return db.query(read<Operator>`
    SELECT u.id AS user_id, u.email, u.display_name, u.password_hash IS NOT NULL AS has_password, u.last_sign_in_at,
           o.created_at AS since
    FROM operators o JOIN users u ON u.id = o.user_id
    WHERE o.environment_id = ${db.environmentId}::uuid AND o.removed_at IS NULL AND u.deleted_at IS NULL
    ORDER BY u.email`);
}
