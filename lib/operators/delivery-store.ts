import type { TenantTransaction } from "@/lib/db";

/** A back-channel logout that has not arrived. */
export interface FailingDelivery {
  id: string;
  tenantPublicId: string;
  tenantName: string;
  environmentKey: string;
  clientId: string;
  clientName: string;
  /** Null when the relying party no longer wants to be told. */
  backchannelLogoutUri: string | null;
  /** Tried again at `nextAttemptAt`, or given up at `finishedAt`. */
  status: "pending" | "failed";
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  finishedAt: Date | null;
  lastAttemptAt: Date | null;
  lastStatusCode: number | null;
  lastError: string | null;
}

/** Deliveries of every tenant that failed at least once and have not arrived, newest first. The database
 *  answers in a transaction of the platform only. */
export async function findFailingDeliveries(
  { sql }: TenantTransaction,
  givenUpSince: Date,
  atMost: number,
): Promise<FailingDelivery[]> {
  return sql.$queryRaw<FailingDelivery[]>`
    SELECT id, tenant_public_id AS "tenantPublicId", tenant_name AS "tenantName", environment_key AS "environmentKey",
           client_id AS "clientId", client_name AS "clientName", backchannel_logout_uri AS "backchannelLogoutUri",
           status::text AS status, attempts, created_at AS "createdAt", next_attempt_at AS "nextAttemptAt",
           finished_at AS "finishedAt", last_attempt_at AS "lastAttemptAt", last_status_code AS "lastStatusCode",
           last_error AS "lastError"
    FROM atrium_operator_failing_deliveries(${givenUpSince}, ${atMost}::int)`;
}
