import type { FactorMethod } from "@/lib/core/factors/factor";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { empty, lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** The columns of `TrustedDevice`. */
const columns = sql`id, user_id, name, platform, ip_address, created_at, last_used_at, expires_at`;

interface NewDevice extends Omit<TrustedDevice, "lastUsedAt"> {
  tokenHash: Buffer<ArrayBuffer>;
  userAgent: string | null;
  methods: readonly FactorMethod[];
}

/** Stores a new device. */
export async function insertTrustedDevice(db: Queryable, device: NewDevice): Promise<void> {
  await db.execute(write`
    INSERT INTO trusted_devices (id, tenant_id, environment_id, user_id, token_hash, name, platform, ip_address,
                                 user_agent, methods, created_at, last_used_at, expires_at)
    VALUES (${device.id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${device.userId}::uuid,
            ${device.tokenHash}, ${device.name}, ${device.platform}, ${device.ipAddress}, ${device.userAgent},
            ${[...device.methods]}::text[], ${device.createdAt}::timestamptz, ${device.createdAt}::timestamptz, ${device.expiresAt}::timestamptz)`);
}

/** Lists a user's devices that are trusted at this moment, the most recently used first. */
export function listLiveTrustedDevices(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<TrustedDevice[]> {
  return db.query(read<TrustedDevice>`
    SELECT ${columns} FROM trusted_devices
    WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      AND revoked_at IS NULL AND expires_at > ${at}::timestamptz
    ORDER BY last_used_at DESC, id DESC`);
}

/** Replaces the token of a live device if the presented one is in force, or was before and its successor
 *  must have been lost: of parallel logins one rotates and the others find that it has been done.
 *  @returns the device, or null when there was nothing to rotate */
export function replaceTrustedDeviceToken(
  db: Queryable,
  id: string,
  tokens: { presented: Buffer<ArrayBuffer>; next: Buffer<ArrayBuffer>; successorLostAt: Date },
  at: Date,
): Promise<TrustedDevice | null> {
  return db.first(lock<TrustedDevice>`
    UPDATE trusted_devices
    SET token_hash = ${tokens.next}, previous_token_hash = ${tokens.presented},
        previous_token_until = ${tokens.successorLostAt}::timestamptz, last_used_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND revoked_at IS NULL AND expires_at > ${at}::timestamptz
      AND (token_hash = ${tokens.presented}
        OR (previous_token_hash = ${tokens.presented} AND previous_token_until <= ${at}::timestamptz))
    RETURNING ${columns}`);
}

/** The devices of a user to revoke: all, unless narrowed. */
export interface RevokedDevices {
  userId: string;
  deviceIds?: string[];
  /** Only those that were made with none of these methods. */
  madeWithout?: readonly FactorMethod[];
}

/** Ends the trust in a user's devices, in these or in all. Locks rows in the order of their ids, so that
 *  parallel revocations are serialized.
 *  @returns the ids of those that were trusted until now */
export async function markTrustedDevicesRevoked(
  db: Queryable,
  { userId, deviceIds, madeWithout }: RevokedDevices,
  at: Date,
): Promise<string[]> {
  const named = deviceIds ? sql`AND id = ANY(${deviceIds}::uuid[])` : empty;
  const only = madeWithout ? sql`${named} AND NOT methods && ${[...madeWithout]}::text[]` : named;
  const revoked = await db.query(lock<{ id: string }>`
    WITH held AS (
      SELECT id FROM trusted_devices
      WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
        AND revoked_at IS NULL AND expires_at > ${at}::timestamptz ${only}
      ORDER BY id FOR UPDATE)
    UPDATE trusted_devices d SET revoked_at = ${at}::timestamptz FROM held WHERE d.id = held.id RETURNING d.id`);
  return revoked.map(({ id }) => id);
}

/** Deletes every device that a user ever trusted. */
export async function deleteTrustedDevices(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM trusted_devices WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      ORDER BY id FOR UPDATE)
    DELETE FROM trusted_devices d USING held WHERE d.id = held.id`);
}
