import { type Browse, idPlace, isBackwards, PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { join, literal, type Queryable, read, sql } from "@/lib/kernel/db/queryable";

export const unsentStatuses = ["queued", "failed"] as const;

/** Status of a message that was not sent. */
export type UnsentStatus = (typeof unsentStatuses)[number];

/** A message that waits or has failed, without its content. */
export interface UnsentMessage {
  id: string;
  template: string;
  recipient: string;
  status: UnsentStatus;
  attempts: number;
  /** Error of the last attempt, in the server's words; null when none failed. */
  lastError: string | null;
  createdAt: Date;
}

/** A message of any tenant, as operators see it. */
export interface UnsentOfTenant extends UnsentMessage {
  /** Null for a message of the platform itself. */
  tenantPublicId: string | null;
  tenantName: string;
  environmentKey: string | null;
}

/** Finds unsent messages of all tenants, by age, one more than a page shows. The database answers in a
 *  transaction of the platform only.
 *  @param status filter; null for all */
export function findUnsentMail(
  db: Queryable,
  status: UnsentStatus | null,
  browse: Browse,
): Promise<UnsentOfTenant[]> {
  const [id, from] = placeOf(browse);
  return db.query(read<UnsentOfTenant>`
    SELECT id, template, recipient, status, attempts, last_error, created_at, tenant_public_id, tenant_name, environment_key
    FROM atrium_operator_unsent_mail(${status}::mail_status, ${from}::timestamptz, ${id}::uuid, ${isBackwards(browse)},
      ${PAGE_ROWS + 1}::int)`);
}

/** Finds unsent messages of the environment, by age, one more than a page shows. Each status has its index,
 *  so a page is read from each. The filters are the status, null for both, and the least creation time, null
 *  for any. */
export function findEnvironmentMail(
  db: Queryable,
  filter: { status: UnsentStatus | null; since: Date | null },
  browse: Browse,
): Promise<UnsentMessage[]> {
  const [id, from] = placeOf(browse);
  const [beyond, way] = isBackwards(browse) ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const ordered = sql`ORDER BY created_at ${way}, id ${way} LIMIT ${PAGE_ROWS + 1}`;
  const ofStatus = (status: UnsentStatus) => sql`(
    SELECT id, template, recipient, status, attempts, last_error, created_at FROM mail_messages
    WHERE tenant_id = ${db.tenantId}::uuid AND environment_id = ${db.environmentId}::uuid AND status = ${literal(status)}
      AND (${filter.since}::timestamptz IS NULL OR created_at >= ${filter.since}::timestamptz)
      AND (${id}::uuid IS NULL OR (created_at, id) ${beyond} (${from}::timestamptz, ${id}::uuid))
    ${ordered})`;
  const statuses = unsentStatuses.filter((one) => filter.status === null || one === filter.status);
  return db.query(read<UnsentMessage>`
    SELECT * FROM (${join(statuses.map(ofStatus), " UNION ALL ")}) unsent ${ordered}`);
}

/** Position of a message in the list. */
export function unsentMailPlace({ id, createdAt }: UnsentMessage): string {
  return `${id} ${createdAt.toISOString()}`;
}

/** Position from which a page is read; nulls for the first page, and for an invalid position. */
function placeOf(browse: Browse): [id: string, from: Date] | [null, null] {
  const [id, createdAt] = idPlace(browse);
  const from = new Date(createdAt);
  return id === null || Number.isNaN(from.getTime()) ? [null, null] : [id, from];
}
