import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Records that a source's token became a session.
 *  @returns whether this was its first time; exactly one of several parallel attempts gets true */
export async function spendSubjectToken(
  db: Queryable,
  sourceId: string,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO exchanged_tokens (tenant_id, environment_id, source_id, token_hash, expires_at)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${sourceId}::uuid, ${hash}, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}
