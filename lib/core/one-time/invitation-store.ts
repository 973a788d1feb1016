import type { TenantScope } from "@/lib/kernel/caller";
import { empty, type Sql, sql } from "@/lib/kernel/db/queryable";

/** State of a user's invitation: it can still be accepted, or every link has expired. */
export type InvitationState = "open" | "lapsed";

/** A selection of the environment's users with an invitation or onboarding that was neither accepted nor
 *  withdrawn: `user_id`, and `state`. A user who was invited again is one row, and open while one of the
 *  links is.
 *  @param atMost maximum of links that are read, those that expire last first; omitted for all of them */
export function invitedUsers(
  { tenantId, environmentId }: Pick<TenantScope, "tenantId" | "environmentId">,
  at: Date,
  atMost?: number,
): Sql {
  const limit = atMost === undefined ? empty : sql`ORDER BY expires_at DESC LIMIT ${atMost}::int`;
  return sql`
    SELECT user_id, CASE WHEN max(expires_at) > ${at}::timestamptz THEN 'open' ELSE 'lapsed' END AS state
    FROM (
      SELECT user_id, expires_at FROM one_time_secrets
      WHERE tenant_id = ${tenantId}::uuid AND environment_id = ${environmentId}::uuid
        AND purpose IN ('invitation', 'onboarding') AND consumed_at IS NULL AND withdrawn_at IS NULL
      ${limit}) links
    GROUP BY user_id`;
}
