import type { TenantTransaction } from "@/lib/db";

/** Removes a user's provider sessions with everything that came out of them: grants, codes, access and
 *  refresh tokens. What they were used for is over at the same moment. */
export async function endProviderSessions(
  { sql, environmentId }: TenantTransaction,
  { userId, oidcSessionUids }: { userId: string; oidcSessionUids: string[] },
): Promise<void> {
  if (oidcSessionUids.length === 0) return;
  await sql.$executeRaw`
    WITH ended AS (
      SELECT model, key, grant_id FROM oidc_payloads
      WHERE environment_id = ${environmentId}::uuid AND user_id = ${userId}::uuid AND uid = ANY(${oidcSessionUids})
    )
    DELETE FROM oidc_payloads p
    WHERE p.environment_id = ${environmentId}::uuid
      AND (p.grant_id IN (SELECT grant_id FROM ended WHERE grant_id IS NOT NULL)
           OR (p.model, p.key) IN (SELECT model, key FROM ended))`;
}

/** Removes what a user's sessions left behind at the provider, those that ended by themselves too: a refresh
 *  token outlives the browser session it came from, but not the moment all of a user's sessions are ended.
 *  @param exceptSessionId a session whose own stays */
export async function endProviderState(
  { sql, environmentId }: TenantTransaction,
  { userId, exceptSessionId }: { userId: string; exceptSessionId: string | null },
): Promise<void> {
  await sql.$executeRaw`
    WITH kept AS (
      SELECT oidc_session_uid AS uid FROM sessions WHERE id = ${exceptSessionId}::uuid
    )
    DELETE FROM oidc_payloads p
    WHERE p.environment_id = ${environmentId}::uuid AND p.user_id = ${userId}::uuid
      AND NOT COALESCE(p.uid = (SELECT uid FROM kept), false)
      AND NOT COALESCE(p.grant_id IN (
        SELECT k.grant_id FROM oidc_payloads k
        WHERE k.environment_id = ${environmentId}::uuid AND k.grant_id IS NOT NULL
          AND k.uid = (SELECT uid FROM kept)), false)`;
}
