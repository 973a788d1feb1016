import { type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Stores the revocation of an access token until the token's own end.
 *  @param clientId the credential or installation that it was issued to; null for a user's token
 *  @returns whether it was not stored before */
export async function insertRevokedToken(
  db: Queryable,
  { jti, clientId, expiresAt }: { jti: string; clientId: string | null; expiresAt: Date },
): Promise<boolean> {
  const added = await db.execute(write`
    INSERT INTO revoked_tokens (tenant_id, environment_id, jti, client_id, expires_at)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${jti}, ${clientId}, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}

/** Whether an access token of the environment was revoked. */
export async function isTokenRevoked(db: Queryable, jti: string): Promise<boolean> {
  const found = await db.first(read`
    SELECT FROM revoked_tokens
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid AND jti = ${jti}`);
  return found !== null;
}
