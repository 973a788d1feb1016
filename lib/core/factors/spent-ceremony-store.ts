import type { Ceremony, CeremonyKind } from "@/lib/core/factors/ceremony";
import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Spends a ceremony in the transaction of its result: of any number of parallel attempts one gets true. */
export async function spendCeremony(
  db: Queryable,
  { id, expiresAt }: Ceremony<CeremonyKind>,
): Promise<boolean> {
  const added = await db.execute(lock`
    INSERT INTO spent_ceremonies (id, tenant_id, environment_id, expires_at)
    VALUES (${id}::uuid, ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`);
  return added === 1;
}
