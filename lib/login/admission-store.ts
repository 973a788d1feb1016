import type { AuditEntry } from "@/lib/audit/audit-event";
import { appendingEvent } from "@/lib/audit/audit-event-store";
import type { TenantScope } from "@/lib/caller";
import { atOnce, type PreparedSql, Prisma } from "@/lib/db";
import { addingOneTimeSecret, type NewSecret } from "@/lib/one-time/one-time-store";
import { type HeldSlot, inLockOrder } from "@/lib/rate-limits/failure-slots";
import { storedKey } from "@/lib/rate-limits/limiter";

/** Admits a user whose password was right: the event is recorded, the grant stored and the slots given back, in
 *  one statement, if the user may still sign in and the hash that was verified is still theirs. The user's row
 *  is held meanwhile: a suspension or a new password that commits first is seen here.
 *  @param slots what the attempt holds
 *  @returns false when the user changed, and then nothing else did */
export async function admitWithGrant(
  scope: TenantScope,
  admission: {
    verified: string;
    grant: NewSecret;
    entry: AuditEntry & { at: Date };
    slots: readonly HeldSlot[];
  },
): Promise<boolean> {
  const { verified, grant, entry, slots } = admission;
  const each = Prisma.sql`FROM admitted`;
  const keys = slots.map(({ budget, key }) => storedKey(budget, key));
  const leases = slots.map(({ lease }) => lease);
  const sql = Prisma.sql`
    WITH admitted AS (
      SELECT id FROM users
      WHERE id = ${grant.userId}::uuid AND environment_id = ${scope.environmentId}::uuid
        AND status = 'active' AND deleted_at IS NULL AND password_hash = ${verified}
      FOR UPDATE),
    recorded AS (${appendingEvent(scope, entry, each)}),
    granted AS (${addingOneTimeSecret(scope, grant, each)}),
    given_back AS (
      UPDATE rate_limit_buckets
      SET leases = array_remove(leases, (${leases}::bigint[])[array_position(${keys}::text[], held.key)])
      FROM (SELECT key FROM rate_limit_buckets
        WHERE key = ANY(${keys}::text[]) AND EXISTS (SELECT FROM admitted)
        ${inLockOrder} FOR UPDATE) held
      WHERE rate_limit_buckets.key = held.key)
    SELECT id FROM admitted`;
  const statement: PreparedSql<{ id: string }> = { name: "admit-with-grant", sql };
  const [rows] = await atOnce(scope, [statement], { mayWait: true });
  return rows.length === 1;
}
