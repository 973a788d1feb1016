import type { EventCount } from "@/lib/features/statistics/event-count";
import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** Activity of a tenant in numbers, without any of its data. */
export interface TenantActivity {
  publicId: string;
  name: string;
  status: "active" | "disabled";
  signIns: number;
  failures: number;
  lockouts: number;
  /** Users active in the last thirty days. */
  activeUsers: number;
}

/** Failed deliveries of all tenants. */
export interface PlatformFailures {
  failedMail: number;
  failedLogouts: number;
  /** Logouts that failed and will be retried. */
  waitingLogouts: number;
}

/** Lists tenants by their sign-ins since a moment, the busiest first. The database allows it only in a
 *  transaction of the platform. */
export function readTenantActivity(
  db: LateQueryable,
  since: Date,
  atMost: number,
): Promise<TenantActivity[]> {
  return db.query(read<TenantActivity>`
    SELECT public_id, name, status, sign_ins::int, failures::int, lockouts::int, active_users::int
    FROM atrium_operator_activity(${since}::timestamptz, ${atMost}::int)`);
}

/** Hourly counts of sign-ins, failures and lockouts of all tenants, up to the worker's last run. The
 *  database allows it only in a transaction of the platform. */
export function readPlatformCounts(db: LateQueryable, since: Date): Promise<EventCount[]> {
  return db.query(read<EventCount>`
    SELECT hour AS at, kind, count::int FROM atrium_operator_event_counts(${since}::timestamptz)`);
}

/** Counts failed deliveries since a moment. The database allows it only in a transaction of the
 *  platform. */
export async function readPlatformFailures(
  db: LateQueryable,
  since: Date,
): Promise<PlatformFailures> {
  const row = await db.first(read<PlatformFailures>`
    SELECT failed_mail::int, failed_logouts::int, waiting_logouts::int
    FROM atrium_operator_failures(${since}::timestamptz)`);
  return row ?? { failedMail: 0, failedLogouts: 0, waitingLogouts: 0 };
}
