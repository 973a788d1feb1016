import { type Queryable, read } from "@/lib/kernel/db/queryable";

/** A message of any tenant. Nothing of what it says, and not who it is for. */
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

/** The message with this id; null when there is none. The database answers in a transaction of the platform only. */
export function findMessage(db: Queryable, id: string): Promise<OperatedMessage | null> {
  return db.first(read<OperatedMessage>`
    SELECT id, tenant_id, environment_id, template, status, attempts, last_error, created_at, sent_at, tenant_name,
           environment_key
    FROM atrium_operator_message(${id}::uuid)`);
}
