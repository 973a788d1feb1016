import { lock, type Queryable, read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Postpones the next attempt of a message for hours, as failed attempts do. */
export async function delayJobs(db: Queryable, messageId: string): Promise<void> {
  await db.execute(lock`
    UPDATE pgboss.job SET start_after = now() + interval '5 hours', state = 'retry'
    WHERE name = 'mail.deliver' AND data->>'messageId' = ${messageId}::text`);
}

/** The jobs of a message that are not done, and whether they may run now. */
export function jobsOf(messageId: string): Promise<{ state: string; due: boolean }[]> {
  return unscoped.query(read<{ state: string; due: boolean }>`
    SELECT state::text, start_after <= now() AS due FROM pgboss.job
    WHERE name = 'mail.deliver' AND state < 'completed' AND data->>'messageId' = ${messageId}::text`);
}
