import type {
  AuthorizationRefusal,
  RefusalCause,
  RefusedAuthorization,
} from "@/lib/core/oidc-clients/refused-authorization";
import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";

/** Records a refusal, or counts it with earlier ones that are equal. Clients of our own pages are not stored,
 *  so their refusals are not recorded. */
export async function noteRefusal(
  db: Queryable,
  clientId: string,
  { cause, error, errorCode = "", description, redirectUri }: AuthorizationRefusal,
  at: Date,
): Promise<void> {
  await db.execute(lock`
    INSERT INTO refused_authorizations AS known
      (tenant_id, environment_id, oidc_client_id, cause, error, error_code, description, redirect_uri, first_at, last_at)
    SELECT tenant_id, environment_id, id, ${cause}::text, ${error}::text, ${errorCode}::text, ${description}::text,
           ${redirectUri ?? ""}::text, ${at}::timestamptz, ${at}::timestamptz
    FROM oidc_clients WHERE id = ${clientId}::uuid AND environment_id = ${db.environmentId}::uuid
    ON CONFLICT (oidc_client_id, cause, error, error_code, description, redirect_uri)
    DO UPDATE SET times = known.times + 1, last_at = GREATEST(known.last_at, EXCLUDED.last_at)`);
}

/** Deletes all but the newest refusals of a cause. Skips a row that another request is
 *  counting at this moment. */
export async function deleteOlderRefusals(
  db: Queryable,
  clientId: string,
  cause: RefusalCause,
  most: number,
): Promise<void> {
  await db.execute(lock`
    DELETE FROM refused_authorizations WHERE id IN (
      SELECT id FROM refused_authorizations
      WHERE oidc_client_id = ${clientId}::uuid AND environment_id = ${db.environmentId}::uuid AND cause = ${cause}
      ORDER BY last_at DESC, id DESC OFFSET ${most}::int FOR UPDATE SKIP LOCKED)`);
}

/** Returns the refused authorizations of a client, the newest first. */
export function listRefusals(db: Queryable, clientId: string): Promise<RefusedAuthorization[]> {
  return db.query(read<RefusedAuthorization>`
    SELECT id, cause, error, error_code, description, redirect_uri, times, first_at, last_at
    FROM refused_authorizations
    WHERE oidc_client_id = ${clientId}::uuid AND environment_id = ${db.environmentId}::uuid
    ORDER BY last_at DESC, id DESC LIMIT 50`);
}
