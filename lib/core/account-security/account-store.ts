import type { AccountOwner } from "@/lib/core/sessions/open-session-store";
import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** Whether the user and the app are both in the environment, and the user was not deleted. */
export async function pairExists(db: Queryable, { userId, appId }: AccountOwner): Promise<boolean> {
  const pair = await db.first(read`
    SELECT FROM users u WHERE u.id = ${userId}::uuid AND u.environment_id = ${db.environmentId}::uuid
      AND u.deleted_at IS NULL AND (${appId}::uuid IS NULL OR EXISTS (
        SELECT FROM apps WHERE id = ${appId}::uuid AND environment_id = ${db.environmentId}::uuid))`);
  return pair !== null;
}

/** Whether a device, trusted or no longer trusted, is this user's. */
export async function ownsTrustedDevice(
  db: Queryable,
  userId: string,
  deviceId: string,
): Promise<boolean> {
  const device = await db.first(read`
    SELECT FROM trusted_devices
    WHERE id = ${deviceId}::uuid AND user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return device !== null;
}
