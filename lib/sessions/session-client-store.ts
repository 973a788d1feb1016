import { type Queryable, read, write } from "@/lib/db/queryable";

/** Notes that a relying party takes part in a session, under the `sid` that its tokens carry. */
export async function addSessionClient(
  db: Queryable,
  sessionId: string,
  clientId: string,
  sid: string,
): Promise<void> {
  await db.execute(write`
    INSERT INTO session_clients (tenant_id, environment_id, session_id, oidc_client_id, sid)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${sessionId}::uuid, c.id, ${sid}::text
    FROM oidc_clients c WHERE c.client_id = ${clientId} AND c.environment_id = ${db.environmentId}::uuid
    ON CONFLICT (session_id, oidc_client_id) DO UPDATE SET sid = excluded.sid`);
}

/** Whether a token's `sid` is that of this session at this client. */
export async function isSidOf(
  db: Queryable,
  sessionId: string,
  oidcClientId: string,
  sid: string,
): Promise<boolean> {
  const found = await db.first(read`
    SELECT FROM session_clients
    WHERE session_id = ${sessionId}::uuid AND oidc_client_id = ${oidcClientId}::uuid AND sid = ${sid}
      AND environment_id = ${db.environmentId}::uuid`);
  return found !== null;
}
