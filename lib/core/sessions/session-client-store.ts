import type { HostedRef } from "@/lib/core/oidc-payloads/hosted-session-ids";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { lock, type Queryable, write } from "@/lib/kernel/db/queryable";

/** Records that a relying party takes part in a session, under the `sid` of its tokens. The provider's
 *  session names all parties that ever took part. One whose grant was revoked takes part no more.
 *  @param grantId the provider's id of its grant; undefined while there is none */
export async function addSessionClient(
  db: Queryable,
  sessionId: string,
  clientId: string,
  { sid, grantId }: { sid: string; grantId: string | undefined },
): Promise<void> {
  const grant = grantId === undefined ? null : hashSecret(grantId);
  await db.execute(write`
    INSERT INTO session_clients (tenant_id, environment_id, session_id, oidc_client_id, sid)
    SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${sessionId}::uuid, c.id, ${sid}::text
    FROM oidc_clients c WHERE c.client_id = ${clientId} AND c.environment_id = ${db.environmentId}::uuid
      AND (${grant}::bytea IS NULL OR EXISTS (
        SELECT FROM oidc_payloads p WHERE p.model = 'Grant' AND p.key = ${grant}::bytea
          AND p.environment_id = ${db.environmentId}::uuid))
    ON CONFLICT (session_id, oidc_client_id) DO UPDATE SET sid = excluded.sid`);
}

/** Records that a relying party no longer takes part in a hosted session: it receives no logout. */
export async function removeSessionClient(
  db: Queryable,
  { uid, id }: HostedRef,
  oidcClientId: string,
): Promise<void> {
  await db.execute(lock`
    DELETE FROM session_clients c USING sessions s
    WHERE s.oidc_session_uid = ${uid} AND (${id ?? null}::uuid IS NULL OR s.id = ${id ?? null}::uuid)
      AND c.session_id = s.id AND c.oidc_client_id = ${oidcClientId}::uuid
      AND c.environment_id = ${db.environmentId}::uuid`);
}
