import { type Browse, idPlace, isBackwards, PAGE_ROWS } from "@/lib/db/keyset-page";
import { type Queryable, read } from "@/lib/db/queryable";

/** What a message is that was not sent. */
export type UnsentStatus = "queued" | "failed";

/** A message of any tenant that waits or has failed. Nothing of what it says. */
export interface UnsentMessage {
  id: string;
  template: string;
  recipient: string;
  status: UnsentStatus;
  attempts: number;
  /** Why the last attempt failed, in the words of whoever refused it; null when none did. */
  lastError: string | null;
  createdAt: Date;
  /** Null for a message of the platform itself. */
  tenantPublicId: string | null;
  tenantName: string;
  environmentKey: string | null;
}

/** Messages of all tenants that are not sent, by age, and one more than a page shows. The database answers in a transaction
 *  of the platform only.
 *  @param status which of them; null for all */
export function findUnsentMail(
  db: Queryable,
  status: UnsentStatus | null,
  browse: Browse,
): Promise<UnsentMessage[]> {
  const [id, createdAt] = idPlace(browse);
  const from = id === null ? null : momentOf(createdAt);
  return db.query(read<UnsentMessage>`
    SELECT id, template, recipient, status, attempts, last_error, created_at, tenant_public_id, tenant_name, environment_key
    FROM atrium_operator_unsent_mail(${status}::mail_status, ${from}::timestamptz, ${from && id}::uuid, ${isBackwards(browse)},
      ${PAGE_ROWS + 1}::int)`);
}

/** The place of a message in the list. */
export function unsentMailPlace({ id, createdAt }: UnsentMessage): string {
  return `${id} ${createdAt.toISOString()}`;
}

/** Null for what an address has in a moment's place and is none. */
function momentOf(text: string): Date | null {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
