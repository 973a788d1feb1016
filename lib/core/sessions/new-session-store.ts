import type { Session } from "@/lib/core/sessions/session";
import { type Queryable, write } from "@/lib/kernel/db/queryable";

/** Fields that a new session is stored with. */
export type NewSession = Pick<
  Session,
  | "id"
  | "userId"
  | "kind"
  | "appId"
  | "oidcSessionUid"
  | "trustedDeviceId"
  | "authTime"
  | "amr"
  | "ipAddress"
  | "userAgent"
  | "deviceName"
  | "platform"
> & { at: Date };

/** Stores a new session. */
export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.execute(write`
    INSERT INTO sessions (id, tenant_id, environment_id, user_id, kind, app_id, oidc_session_uid, trusted_device_id,
      auth_time, amr, last_active_at, created_at, ip_address, user_agent, device_name, platform)
    VALUES (${session.id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${session.userId}::uuid,
      ${session.kind}::session_kind, ${session.appId}::uuid, ${session.oidcSessionUid}, ${session.trustedDeviceId}::uuid,
      ${session.authTime}::timestamptz, ${session.amr}::text[], ${session.at}::timestamptz, ${session.at}::timestamptz,
      ${session.ipAddress}, ${session.userAgent}, ${session.deviceName}, ${session.platform})`);
}
