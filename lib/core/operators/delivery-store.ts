import { type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** A back-channel logout that has not arrived. */
export interface FailingDelivery {
  id: string;
  tenantPublicId: string;
  tenantName: string;
  environmentKey: string;
  clientId: string;
  clientName: string;
  /** Null when the relying party no longer takes notifications. */
  backchannelLogoutUri: string | null;
  /** `pending`: retried at `nextAttemptAt`. `failed`: abandoned at `finishedAt`. */
  status: "pending" | "failed";
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  finishedAt: Date | null;
  lastAttemptAt: Date | null;
  lastStatusCode: number | null;
  lastError: string | null;
}

const columns = sql`
  id, tenant_public_id, tenant_name, environment_key, client_id, client_name, backchannel_logout_uri, status,
  attempts, created_at, next_attempt_at, finished_at, last_attempt_at, last_status_code, last_error`;

/** Finds deliveries of every tenant that failed at least once and have not arrived, newest first. The
 *  database returns rows in a transaction of the platform only. */
export async function findFailingDeliveries(
  db: Queryable,
  abandonedSince: Date,
  atMost: number,
): Promise<FailingDelivery[]> {
  return db.query(read<FailingDelivery>`
    SELECT ${columns} FROM atrium_operator_failing_deliveries(${abandonedSince}::timestamptz, ${atMost}::int)`);
}

/** Returns one of them; null for one that `findFailingDeliveries` would not return. */
export async function findFailingDelivery(
  db: Queryable,
  abandonedSince: Date,
  atMost: number,
  id: string,
): Promise<FailingDelivery | null> {
  return db.first(read<FailingDelivery>`
    SELECT ${columns} FROM atrium_operator_failing_deliveries(${abandonedSince}::timestamptz, ${atMost}::int)
    WHERE id = ${id}::uuid`);
}
