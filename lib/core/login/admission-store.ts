import type { AuditEntry } from "@/lib/core/audit/audit-event";
import { eventRow } from "@/lib/core/audit/audit-event-store";
import type { NewSecret } from "@/lib/core/one-time/one-time-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { lock } from "@/lib/kernel/db/queryable";
import { storedKey } from "@/lib/kernel/rate-limits/bucket-store";
import type { FailureLease } from "@/lib/kernel/rate-limits/failure-leases";

// One statement over four tables of other folders, for speed: the most frequent login waits for the database
// twice. A transaction that calls the functions of those folders would wait four times as often. It serves
// the requirement that direct logins are not slower than before (bench/overview, "logins"). A test compares
// its rows with those of the functions it replaces: `recordAuditEvent`, `insertOneTimeSecret`,
// `releaseLeases`, and the condition of `recordSignIn`.

/** Admits a user whose password was right: records the event, stores the grant and releases the leases, if
 *  the user may still sign in and the verified hash is still theirs. Locks the user's row, so a suspension
 *  or a new password that commits first is seen here.
 *  @param leases the leases that the attempt holds
 *  @returns false when the user changed; then nothing was written */
export async function admitWithGrant(
  scope: TenantScope,
  {
    verified,
    grant,
    entry,
    leases,
  }: {
    verified: string;
    grant: NewSecret;
    entry: AuditEntry & { at: Date };
    leases: readonly FailureLease[];
  },
): Promise<boolean> {
  const { tenantId, environmentId } = scope;
  const event = eventRow(entry);
  const keys = leases.map(({ budget, key }) => storedKey(budget, key));
  const ends = leases.map(({ endsAt }) => endsAt);
  const rows = await inBatch(scope, (db) =>
    db.query(lock`
      WITH admitted AS (
        SELECT id FROM users
        WHERE id = ${grant.userId}::uuid AND environment_id = ${environmentId}::uuid
          AND status = 'active' AND deleted_at IS NULL AND password_hash = ${verified}
        FOR UPDATE),
      recorded AS (
        INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
        SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${event.kind}::text, ${JSON.stringify(event.actor)}::jsonb,
          ${JSON.stringify(event.targets)}::jsonb, ${JSON.stringify(event.context)}::jsonb,
          ${JSON.stringify(event.metadata)}::jsonb, ${event.occurred_at}::timestamptz
        FROM admitted),
      granted AS (
        INSERT INTO one_time_secrets
          (tenant_id, environment_id, user_id, purpose, secret_hash, emailed, payload, created_at, expires_at)
        SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${grant.userId}::uuid, ${grant.purpose}::one_time_purpose,
          ${grant.secretHash}::bytea, ${grant.emailed}::boolean, ${JSON.stringify(grant.payload)}::jsonb,
          ${grant.at}::timestamptz, ${grant.expiresAt}::timestamptz
        FROM admitted),
      released AS (
        UPDATE rate_limit_buckets
        SET leases = array_remove(leases, (${ends}::bigint[])[array_position(${keys}::text[], held.key)])
        FROM (SELECT key FROM rate_limit_buckets
          WHERE key = ANY(${keys}::text[]) AND EXISTS (SELECT FROM admitted)
          ORDER BY key COLLATE "C" FOR UPDATE) held
        WHERE rate_limit_buckets.key = held.key)
      SELECT id FROM admitted`),
  );
  return rows.length === 1;
}
