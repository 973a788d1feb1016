import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** A user's former address. */
export interface FormerAddress {
  email: string;
  /** The address after it. */
  nextEmail: string;
}

/** Stores a user's former address if a stream may deliver the change: the audit trail does not contain
 *  addresses. It is deleted with the user, and otherwise after thirty days. */
export async function storeFormerAddress(
  db: Queryable,
  { userId, email, changedAt }: { userId: string; email: string; changedAt: Date },
): Promise<void> {
  await db.execute(write`
    INSERT INTO former_addresses (tenant_id, environment_id, user_id, email, changed_at)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${userId}::uuid, ${email}, ${changedAt}::timestamptz
    WHERE EXISTS (SELECT FROM signal_streams
      WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid)
    ON CONFLICT DO NOTHING`);
}

/** Returns the address that a user had until a moment, and the one after it; null if it was not stored, or
 *  the user was deleted. */
export function findFormerAddress(
  db: Queryable,
  { userId, changedAt }: { userId: string; changedAt: Date },
): Promise<FormerAddress | null> {
  return db.first(read<FormerAddress>`
    SELECT f.email, COALESCE((SELECT n.email FROM former_addresses n
        WHERE n.user_id = f.user_id AND n.changed_at > f.changed_at ORDER BY n.changed_at LIMIT 1), u.email) AS next_email
    FROM former_addresses f JOIN users u ON u.id = f.user_id AND u.environment_id = f.environment_id AND u.deleted_at IS NULL
    WHERE f.environment_id = ${db.environmentId}::uuid AND f.user_id = ${userId}::uuid AND f.changed_at = ${changedAt}::timestamptz`);
}

/** Lists former addresses of users, each with the moment until which they had it, the oldest first. */
export function formerAddressesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<{ userId: string; email: string; until: Date }[]> {
  return db.query(read<{ userId: string; email: string; until: Date }>`
    SELECT user_id, email, changed_at AS until FROM former_addresses
    WHERE environment_id = ${db.environmentId}::uuid AND user_id = ANY(${[...userIds]}::uuid[]) ORDER BY changed_at`);
}

/** Deletes a user's former addresses. */
export async function deleteFormerAddresses(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    DELETE FROM former_addresses WHERE environment_id = ${db.environmentId}::uuid AND user_id = ${userId}::uuid`);
}

/** Lists addresses of users by id; deleted users are left out. */
export async function addressesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query(read<{ id: string; email: string }>`
    SELECT id, email FROM users
    WHERE environment_id = ${db.environmentId}::uuid AND id = ANY(${[...userIds]}::uuid[]) AND deleted_at IS NULL`);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
