import {
  type DeviceApproval,
  type DeviceAuthorization,
  POLL_SECONDS,
} from "@/lib/core/device-codes/device-authorization";
import { hashUserCode } from "@/lib/core/device-codes/user-code";
import type { TenantScope } from "@/lib/kernel/caller";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

const COLUMNS = sql`d.id, d.oidc_client_id, d.scope, d.ip_address, d.user_agent, d.created_at, d.expires_at, d.approved_at,
  d.denied_at, d.consumed_at`;

/** Stores a device's request.
 *  @returns false when another request has the same user code */
export async function insertDeviceAuthorization(
  db: Queryable,
  request: Pick<
    DeviceAuthorization,
    "oidcClientId" | "scope" | "ipAddress" | "userAgent" | "createdAt" | "expiresAt"
  > & { deviceCode: string; userCode: string },
): Promise<boolean> {
  const { oidcClientId, scope, ipAddress, userAgent, createdAt, expiresAt } = request;
  const added = await db.execute(write`
    INSERT INTO device_authorizations (tenant_id, environment_id, oidc_client_id, device_code_hash, user_code_hash, scope,
      ip_address, user_agent, interval_seconds, created_at, expires_at)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${oidcClientId}::uuid, ${hashSecret(request.deviceCode)}::bytea,
      ${hashUserCode(request.userCode)}::bytea, ${scope}, ${ipAddress}, ${userAgent}, ${POLL_SECONDS}::smallint,
      ${createdAt}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}

/** Environment of the device that shows this code, in any tenant; null for an unknown code
 *  or a disabled tenant. */
export function resolveUserCode(userCode: string): Promise<TenantScope | null> {
  return unscoped.first(read<TenantScope>`
    SELECT tenant_id, environment_id FROM atrium_resolve_device_authorization(${hashUserCode(userCode)}::bytea)`);
}

/** Finds the request of the device that shows this code. */
export function findByUserCode(
  db: Queryable,
  userCode: string,
): Promise<(DeviceAuthorization & { clientId: string }) | null> {
  return db.first(read<DeviceAuthorization & { clientId: string }>`
    SELECT ${COLUMNS}, c.client_id FROM device_authorizations d JOIN oidc_clients c ON c.id = d.oidc_client_id
    WHERE d.user_code_hash = ${hashUserCode(userCode)}::bytea AND d.environment_id = ${db.environmentId}::uuid`);
}

/** Finds the request that a device polls with, and its result. */
export function findByDeviceCode(
  db: Queryable,
  deviceCode: string,
): Promise<(DeviceAuthorization & Partial<DeviceApproval>) | null> {
  return db.first(read<DeviceAuthorization & Partial<DeviceApproval>>`
    SELECT ${COLUMNS}, d.user_id, d.grant_id, d.session_uid, d.sid, d.auth_time, d.amr FROM device_authorizations d
    WHERE d.device_code_hash = ${hashSecret(deviceCode)}::bytea AND d.environment_id = ${db.environmentId}::uuid`);
}

/** Records a poll of a client's device. A poll that comes too early increases the interval
 *  permanently (RFC 8628 §3.5).
 *  @returns the request, and whether the poll came too early; null when no device of this client has the
 *    code */
export function notePoll(
  db: Queryable,
  { deviceCode, oidcClientId, at }: { deviceCode: string; oidcClientId: string; at: Date },
): Promise<(DeviceAuthorization & { isEarly: boolean }) | null> {
  return db.first(lock<DeviceAuthorization & { isEarly: boolean }>`
    WITH asked AS (
      SELECT id, COALESCE(last_polled_at + make_interval(secs => interval_seconds) > ${at}::timestamptz, false) AS is_early
      FROM device_authorizations
      WHERE device_code_hash = ${hashSecret(deviceCode)}::bytea AND oidc_client_id = ${oidcClientId}::uuid
        AND environment_id = ${db.environmentId}::uuid
      FOR UPDATE)
    UPDATE device_authorizations d
    SET last_polled_at = ${at}::timestamptz,
        interval_seconds = LEAST(300, d.interval_seconds + CASE WHEN asked.is_early THEN ${POLL_SECONDS}::int ELSE 0 END)
    FROM asked WHERE d.id = asked.id
    RETURNING ${COLUMNS}, asked.is_early`);
}

/** Stores a person's approval with one conditional UPDATE, so that only one of several answers counts.
 *  @returns whether this one did */
export async function approveDeviceAuthorization(
  db: Queryable,
  id: string,
  { userId, grantId, sessionUid, sid, authTime, amr }: DeviceApproval,
  at: Date,
): Promise<boolean> {
  const approved = await db.execute(lock`
    UPDATE device_authorizations
    SET approved_at = ${at}::timestamptz, user_id = ${userId}::uuid, grant_id = ${grantId}, session_uid = ${sessionUid},
        sid = ${sid}, auth_time = ${authTime}::timestamptz, amr = ${amr}::text[]
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND approved_at IS NULL AND denied_at IS NULL AND expires_at > ${at}::timestamptz`);
  return approved === 1;
}

/** Stores a person's refusal, like `approveDeviceAuthorization`. */
export async function denyDeviceAuthorization(
  db: Queryable,
  id: string,
  at: Date,
): Promise<boolean> {
  const denied = await db.execute(lock`
    UPDATE device_authorizations SET denied_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid
      AND approved_at IS NULL AND denied_at IS NULL AND expires_at > ${at}::timestamptz`);
  return denied === 1;
}

/** Consumes an approval. Exactly one of any number of parallel polls gets true. */
export async function consumeDeviceCode(
  db: Queryable,
  deviceCode: string,
  at: Date,
): Promise<boolean> {
  const used = await db.execute(lock`
    UPDATE device_authorizations SET consumed_at = ${at}::timestamptz
    WHERE device_code_hash = ${hashSecret(deviceCode)}::bytea AND environment_id = ${db.environmentId}::uuid
      AND approved_at IS NOT NULL AND consumed_at IS NULL AND expires_at > ${at}::timestamptz`);
  return used === 1;
}
