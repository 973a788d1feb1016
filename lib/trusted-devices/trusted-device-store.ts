import { Prisma, type TenantTransaction } from "@/lib/db";
import type { TrustedDevice } from "@/lib/trusted-devices/trusted-device";

const shown = {
  id: true,
  userId: true,
  name: true,
  platform: true,
  ipAddress: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
} as const;

interface NewDevice extends Omit<TrustedDevice, "lastUsedAt"> {
  tokenHash: Buffer<ArrayBuffer>;
  userAgent: string | null;
}

/** Stores a new device. */
export async function insertTrustedDevice(
  { sql, tenantId, environmentId }: TenantTransaction,
  device: NewDevice,
): Promise<void> {
  await sql.trustedDevice.create({
    data: { ...device, tenantId, environmentId, lastUsedAt: device.createdAt },
  });
}

/** A user's devices that are trusted at this moment, the latest used first. */
export async function listLiveTrustedDevices(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  at: Date,
): Promise<TrustedDevice[]> {
  return sql.trustedDevice.findMany({
    where: { userId, environmentId, revokedAt: null, expiresAt: { gt: at } },
    select: shown,
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
  });
}

/** Replaces the token of a live device if the one that was presented is in force, or was before and its successor
 *  must have been lost: of several logins that run at once, one rotates and the others find that it has been done.
 *  @returns the device, or null when there was nothing to rotate */
export async function replaceTrustedDeviceToken(
  { sql, environmentId }: TenantTransaction,
  id: string,
  tokens: { presented: Buffer<ArrayBuffer>; next: Buffer<ArrayBuffer>; successorLostAt: Date },
  at: Date,
): Promise<TrustedDevice | null> {
  const [device] = await sql.trustedDevice.updateManyAndReturn({
    where: {
      id,
      environmentId,
      revokedAt: null,
      expiresAt: { gt: at },
      OR: [
        { tokenHash: tokens.presented },
        { previousTokenHash: tokens.presented, successorLostAt: { lte: at } },
      ],
    },
    data: {
      tokenHash: tokens.next,
      previousTokenHash: tokens.presented,
      successorLostAt: tokens.successorLostAt,
      lastUsedAt: at,
    },
    select: shown,
  });
  return device ?? null;
}

/** Ends the trust in a user's devices, in these or in all.
 *  @returns the ids of those that were trusted until now */
export async function markTrustedDevicesRevoked(
  { sql, environmentId }: TenantTransaction,
  which: { userId: string; deviceIds?: string[] },
  at: Date,
): Promise<string[]> {
  const { userId, deviceIds } = which;
  const only = deviceIds ? Prisma.sql`AND id = ANY(${deviceIds}::uuid[])` : Prisma.empty;
  // In one order, so that two who revoke at once take turns.
  const revoked = await sql.$queryRaw<{ id: string }[]>`
    WITH held AS (
      SELECT id FROM trusted_devices
      WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
        AND revoked_at IS NULL AND expires_at > ${at} ${only}
      ORDER BY id FOR UPDATE)
    UPDATE trusted_devices d SET revoked_at = ${at} FROM held WHERE d.id = held.id RETURNING d.id`;
  return revoked.map(({ id }) => id);
}

/** Deletes every device that a user trusted, also long ago. */
export async function deleteTrustedDevices(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT id FROM trusted_devices WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid
      ORDER BY id FOR UPDATE)
    DELETE FROM trusted_devices d USING held WHERE d.id = held.id`;
}
