import type { TenantTransaction } from "@/lib/db";

/** Removes everything the provider holds for a user: sessions, grants, codes, access and refresh tokens,
 *  also those that belong to no session any more. */
export async function endUserPayloads(
  { sql, environmentId }: TenantTransaction,
  userId: string,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT model, key, grant_id FROM oidc_payloads
      WHERE environment_id = ${environmentId}::uuid AND user_id = ${userId}::uuid
    )
    DELETE FROM oidc_payloads p
    WHERE p.environment_id = ${environmentId}::uuid
      AND (p.grant_id IN (SELECT grant_id FROM held WHERE grant_id IS NOT NULL)
           OR (p.model, p.key) IN (SELECT model, key FROM held))`;
}
