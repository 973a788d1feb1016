import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Requests that a deleted user's events be pseudonymised, in the transaction that deletes the user.
 *  @param knownAs the person's other names and addresses, besides the user's id; deleted when the erasure
 *  is done */
export async function requestErasure(
  db: Queryable,
  userId: string,
  knownAs: readonly string[],
): Promise<void> {
  await db.execute(write`
    INSERT INTO erasures (user_id, tenant_id, environment_id, known_as)
    VALUES (${userId}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${[...knownAs]}::text[])
    ON CONFLICT (user_id) DO NOTHING`);
}

/** Pseudonymises a batch of events of one deleted user, of any tenant.
 *  @returns how many events it examined; null when no user is left to erase */
export async function eraseNextEvents(atMost: number): Promise<number | null> {
  const row = await unscoped.first(lock<{ looked: number | null }>`
    SELECT atrium_erase_events(${atMost}::int) AS looked`);
  return row?.looked ?? null;
}

/** Whether a deleted user has been erased from the audit trail. */
export async function isErased(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.first(read<{ doneAt: Date | null }>`
    SELECT done_at FROM erasures WHERE tenant_id = ${db.tenantId}::uuid AND user_id = ${userId}::uuid`);
  return row?.doneAt != null;
}
