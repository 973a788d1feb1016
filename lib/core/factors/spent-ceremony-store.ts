import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Records that a ceremony was completed. Only the first request to record it gets true.
 *  @param expiresAt until when its token could be presented again */
export async function spendCeremonyId(
  db: Queryable,
  id: string,
  expiresAt: Date,
): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO spent_ceremonies (id, tenant_id, environment_id, expires_at)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}
