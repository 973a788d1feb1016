import type { EventCount } from "@/lib/features/statistics/event-count";
import { type LateQueryable, read } from "@/lib/kernel/db/queryable";

/** How busy a tenant is. Nothing of what is in it. */
export interface TenantActivity {
  publicId: string;
  name: string;
  status: "active" | "disabled";
  signIns: number;
  failures: number;
  lockouts: number;
  /** Users who were active in the last thirty days. */
  activeUsers: number;
}

/** What did not get through, of all tenants. */
export interface PlatformFailures {
  failedMail: number;
  failedLogouts: number;
  /** Logouts that failed and are tried again. */
  waitingLogouts: number;
}

/** Tenants by their sign-ins since a moment, the busiest first. The database answers in a transaction of the platform
 *  only. */
export function readTenantActivity(
  db: LateQueryable,
  since: Date,
  atMost: number,
): Promise<TenantActivity[]> {
  return db.query(read<TenantActivity>`
    SELECT public_id, name, status, sign_ins::int, failures::int, lockouts::int, active_users::int
    FROM atrium_operator_activity(${since}::timestamptz, ${atMost}::int)`);
}

/** Sign-ins, failures and lockouts of all tenants by hour, as far as the worker has counted them. The database answers in
 *  a transaction of the platform only. */
export function readPlatformCounts(db: LateQueryable, since: Date): Promise<EventCount[]> {
  return db.query(read<EventCount>`
    SELECT hour AS at, kind, count::int FROM atrium_operator_event_counts(${since}::timestamptz)`);
}

/** How much did not get through since a moment. The database answers in a transaction of the platform only. */
export async function readPlatformFailures(
  db: LateQueryable,
  since: Date,
): Promise<PlatformFailures> {
  const row = await db.first(read<PlatformFailures>`
    SELECT failed_mail::int, failed_logouts::int, waiting_logouts::int
    FROM atrium_operator_failures(${since}::timestamptz)`);
  return row ?? { failedMail: 0, failedLogouts: 0, waitingLogouts: 0 };
}
