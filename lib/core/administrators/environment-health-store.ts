import { invitedUsers } from "@/lib/core/one-time/invitation-store";
import { minutesAfter } from "@/lib/kernel/clock";
import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** Counts of what is pending or was not delivered in an environment. Each count stops at
 *  `COUNTED_AT_MOST`. */
export interface EnvironmentHealth {
  /** Users who can still accept an invitation, and those who accepted none in time. */
  openInvitations: number;
  lapsedInvitations: number;
  /** Messages that were abandoned. */
  failedMail: number;
  /** Logouts that relying parties did not receive: abandoned, and retried. */
  failedLogouts: number;
  retriedLogouts: number;
}

/** Higher counts need no exact number, and the database need not count further. */
export const COUNTED_AT_MOST = 1_000;

/** Maximum of invitation links that are read: a user may have been sent several. */
const LINKS_AT_MOST = 10 * COUNTED_AT_MOST;

/** Days over which mail and logouts are counted. */
const COUNTED_DAYS = 7;

/** Returns the moment from which mail and logouts are counted.
 *  @param at the present */
export function healthSince(at: Date): Date {
  return minutesAfter(at, -COUNTED_DAYS * 24 * 60);
}

/** Reads the health of an environment since a moment, by indexes that hold only the rows that are counted
 *  here. */
export async function readEnvironmentHealth(
  db: LateQueryable,
  { since, at }: { since: Date; at: Date },
): Promise<EnvironmentHealth> {
  const health = await db.first(read<EnvironmentHealth>`
    WITH here AS (SELECT ${db.tenantId}::uuid AS tenant, ${db.environmentId}::uuid AS id),
    invited AS (${invitedUsers(db, at, LINKS_AT_MOST)}),
    mail AS (
      SELECT FROM mail_messages m, here
      WHERE m.tenant_id = here.tenant AND m.environment_id = here.id AND m.status = 'failed'
        AND m.created_at >= ${since}::timestamptz LIMIT ${COUNTED_AT_MOST}::int),
    logouts AS (
      SELECT d.status, d.attempts FROM logout_deliveries d, here
      WHERE d.tenant_id = here.tenant AND d.environment_id = here.id AND d.status <> 'delivered'
        AND d.created_at >= ${since}::timestamptz LIMIT ${COUNTED_AT_MOST}::int)
    SELECT
      LEAST((SELECT count(*) FROM invited WHERE state = 'open'), ${COUNTED_AT_MOST}::int)::int AS open_invitations,
      LEAST((SELECT count(*) FROM invited WHERE state = 'lapsed'), ${COUNTED_AT_MOST}::int)::int AS lapsed_invitations,
      (SELECT count(*) FROM mail)::int AS failed_mail,
      (SELECT count(*) FROM logouts WHERE status = 'failed')::int AS failed_logouts,
      (SELECT count(*) FROM logouts WHERE status = 'pending' AND attempts > 0)::int AS retried_logouts`);
  if (!health) throw new Error("A select without a row");
  return health;
}
