import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A message of any tenant, without its contents and its recipient. */
export interface OperatedMessage {
  id: string;
  tenantId: string;
  /** Null in a message that belongs to no environment. */
  environmentId: string | null;
  template: string;
  status: "queued" | "sent" | "failed";
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  tenantName: string;
  environmentKey: string | null;
}

/** Returns the message with this id; null when there is none. The database returns rows in a transaction
 *  of the platform only. */
export function findMessage(db: Queryable, id: string): Promise<OperatedMessage | null> {
  return db.first(read<OperatedMessage>`
    SELECT id, tenant_id, environment_id, template, status, attempts, last_error, created_at, sent_at, tenant_name,
           environment_key
    FROM atrium_operator_message(${id}::uuid)`);
}
