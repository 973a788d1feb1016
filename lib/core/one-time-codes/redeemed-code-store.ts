import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** Whether a sign-in of this user was completed with a code that was sent at this moment or later. */
export async function redeemedLoginSince(
  db: Queryable,
  userId: string,
  sentAt: Date,
): Promise<boolean> {
  const found = await db.first(read`
    SELECT 1 AS redeemed FROM login_codes
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND purpose = 'login'
      AND created_at >= ${sentAt}::timestamptz AND consumed_at IS NOT NULL LIMIT 1`);
  return found !== null;
}
