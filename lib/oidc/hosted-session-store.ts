import type { TenantTransaction } from "@/lib/db";

/** Our record of a browser's sign-in, with what decides whether it still holds. */
export interface HostedSession {
  sessionId: string;
  userId: string;
  oidcSessionUid: string;
  authTime: Date;
  lastActiveAt: Date;
  revokedAt: Date | null;
  expiredAt: Date | null;
  /** The user may sign in, and so may the tenant. */
  userActive: boolean;
}

/** The hosted session behind a provider session, with its user's state. */
export async function findHostedSession(
  { sql, environmentId }: TenantTransaction,
  oidcSessionUid: string,
): Promise<HostedSession | null> {
  const rows = await sql.$queryRaw<HostedSession[]>`
    SELECT s.id AS "sessionId", s.user_id AS "userId", s.oidc_session_uid AS "oidcSessionUid",
           s.auth_time AS "authTime", s.last_active_at AS "lastActiveAt", s.revoked_at AS "revokedAt",
           s.expired_at AS "expiredAt", (u.status = 'active' AND u.deleted_at IS NULL AND t.status = 'active') AS "userActive"
    FROM sessions s JOIN users u ON u.id = s.user_id JOIN tenants t ON t.id = s.tenant_id
    WHERE s.oidc_session_uid = ${oidcSessionUid} AND s.environment_id = ${environmentId}::uuid`;
  return rows[0] ?? null;
}

/** Whether the session behind a provider session was revoked. Held against a change until the transaction
 *  ends: what is written meanwhile is there when a revocation removes what the session led to. */
export async function isRevoked(
  { sql, environmentId }: TenantTransaction,
  oidcSessionUid: string,
): Promise<boolean> {
  const rows = await sql.$queryRaw<{ revokedAt: Date | null }[]>`
    SELECT revoked_at AS "revokedAt" FROM sessions
    WHERE oidc_session_uid = ${oidcSessionUid} AND environment_id = ${environmentId}::uuid FOR SHARE`;
  return rows[0]?.revokedAt != null;
}

/** Notes that a relying party takes part in a session, under the `sid` that its tokens carry. */
export async function addSessionClient(
  { sql, tenantId, environmentId }: TenantTransaction,
  sessionId: string,
  clientId: string,
  sid: string,
): Promise<void> {
  await sql.$executeRaw`
    INSERT INTO session_clients (tenant_id, environment_id, session_id, oidc_client_id, sid)
    SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${sessionId}::uuid, c.id, ${sid}
    FROM oidc_clients c WHERE c.client_id = ${clientId} AND c.environment_id = ${environmentId}::uuid
    ON CONFLICT (session_id, oidc_client_id) DO UPDATE SET sid = excluded.sid`;
}

/** Moves a session's last activity on; at most once a minute, and never back. */
export async function touchHostedSession(
  { sql }: TenantTransaction,
  sessionId: string,
  at: Date,
): Promise<void> {
  await sql.$executeRaw`
    UPDATE sessions SET last_active_at = ${at}
    WHERE id = ${sessionId}::uuid AND last_active_at < ${new Date(at.getTime() - 60_000)}`;
}

/** Whether a token's `sid` is that of this session at this client. */
export async function isSidOf(
  { sql }: TenantTransaction,
  sessionId: string,
  oidcClientId: string,
  sid: string,
): Promise<boolean> {
  const count = await sql.sessionClient.count({ where: { sessionId, oidcClientId, sid } });
  return count > 0;
}

/** The key (`production`, …) of the environment a transaction is in. */
export async function keyOfEnvironment({ sql, environmentId }: TenantTransaction): Promise<string> {
  return (await sql.environment.findUniqueOrThrow({ where: { id: environmentId } })).key;
}
