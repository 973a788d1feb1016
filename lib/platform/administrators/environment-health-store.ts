import { type Queryable, read } from "@/lib/db/queryable";

/** What waits for somebody, or did not get through, in an environment. Nothing is counted beyond `COUNTED_AT_MOST`. */
export interface EnvironmentHealth {
  /** Invitations that can still be accepted, and those that came to their end without. */
  openInvitations: number;
  lapsedInvitations: number;
  /** Messages that were given up. */
  failedMail: number;
  /** Logouts that relying parties were not told of: given up, and tried again. */
  failedLogouts: number;
  retriedLogouts: number;
}

/** Who sees so many needs no exact number, and the database need not count further. */
export const COUNTED_AT_MOST = 1_000;

/** How an environment fares since a moment, by indexes that hold nothing but what is counted here. */
export async function readEnvironmentHealth(
  db: Queryable,
  { since, at }: { since: Date; at: Date },
): Promise<EnvironmentHealth> {
  const health = await db.first(read<EnvironmentHealth>`
    WITH here AS (SELECT ${db.tenantId}::uuid AS tenant, ${db.environmentId}::uuid AS id),
    invitations AS (
      SELECT s.expires_at > ${at}::timestamptz AS open FROM one_time_secrets s, here
      WHERE s.tenant_id = here.tenant AND s.environment_id = here.id AND s.purpose IN ('invitation', 'onboarding')
        AND s.consumed_at IS NULL AND s.withdrawn_at IS NULL
      ORDER BY s.expires_at DESC LIMIT ${COUNTED_AT_MOST}::int),
    mail AS (
      SELECT FROM mail_messages m, here
      WHERE m.tenant_id = here.tenant AND m.environment_id = here.id AND m.status = 'failed'
        AND m.created_at >= ${since}::timestamptz LIMIT ${COUNTED_AT_MOST}::int),
    logouts AS (
      SELECT d.status, d.attempts FROM logout_deliveries d, here
      WHERE d.tenant_id = here.tenant AND d.environment_id = here.id AND d.status <> 'delivered'
        AND d.created_at >= ${since}::timestamptz LIMIT ${COUNTED_AT_MOST}::int)
    SELECT
      (SELECT count(*) FROM invitations WHERE open)::int AS open_invitations,
      (SELECT count(*) FROM invitations WHERE NOT open)::int AS lapsed_invitations,
      (SELECT count(*) FROM mail)::int AS failed_mail,
      (SELECT count(*) FROM logouts WHERE status = 'failed')::int AS failed_logouts,
      (SELECT count(*) FROM logouts WHERE status = 'pending' AND attempts > 0)::int AS retried_logouts`);
  if (!health) throw new Error("A select without a row");
  return health;
}
