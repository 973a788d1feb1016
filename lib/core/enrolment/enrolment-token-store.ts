import type { EnrolmentToken, RedeemableToken } from "@/lib/core/enrolment/enrolment-token";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

const COLUMNS = sql`
  id, name, hint, app_id, organization_id, not_before, expires_at, max_uses, uses, per_minute, revoked_at`;

/** Lists every enrolment token of the environment, revoked and expired ones included, the oldest first. */
export function listEnrolmentTokens(db: Queryable): Promise<EnrolmentToken[]> {
  return db.query(read<EnrolmentToken>`
    SELECT ${COLUMNS} FROM enrolment_tokens WHERE environment_id = ${db.environmentId}::uuid ORDER BY id`);
}

/** Returns the token with this id in the environment. */
export function findEnrolmentToken(db: Queryable, id: string): Promise<EnrolmentToken | null> {
  return db.first(read<EnrolmentToken>`
    SELECT ${COLUMNS} FROM enrolment_tokens
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Stores a new token under its hash. */
export async function insertEnrolmentToken(
  db: Queryable,
  token: Omit<EnrolmentToken, "id" | "uses" | "revokedAt"> & { secretHash: Buffer },
): Promise<EnrolmentToken> {
  const { name, secretHash, hint, appId, organizationId } = token;
  const { notBefore, expiresAt, maxUses, perMinute } = token;
  const [added] = await db.query(write<EnrolmentToken>`
    INSERT INTO enrolment_tokens (tenant_id, environment_id, name, secret_hash, hint, app_id, organization_id,
      not_before, expires_at, max_uses, per_minute)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${name}, ${secretHash}, ${hint}, ${appId}::uuid,
      ${organizationId}::uuid, ${notBefore}::timestamptz, ${expiresAt}::timestamptz, ${maxUses}::int,
      ${perMinute}::int)
    RETURNING ${COLUMNS}`);
  if (!added) throw new Error("unreachable: the row was added");
  return added;
}

/** Marks a token revoked, once.
 *  @returns whether it was live */
export async function revokeEnrolmentTokenRow(
  db: Queryable,
  id: string,
  at: Date,
): Promise<boolean> {
  const revoked = await db.execute(lock`
    UPDATE enrolment_tokens SET revoked_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL`);
  return revoked === 1;
}

/** An enrolment token as it is known before its tenant is known. */
export interface ResolvedEnrolmentToken {
  tokenId: string;
  tenantId: string;
  tenantPublicId: string;
  tenantStatus: "active" | "disabled";
  environmentId: string;
  environmentKey: string;
}

/** Returns the token with this hash, in any tenant, or null. */
export function resolveEnrolmentToken(hash: Buffer): Promise<ResolvedEnrolmentToken | null> {
  return unscoped.first(read<ResolvedEnrolmentToken>`
    SELECT token_id, tenant_id, tenant_public_id, tenant_status, environment_id, environment_key
    FROM atrium_resolve_enrolment_token(${hash})`);
}

/** Returns the token, and locks its row until the transaction ends. Redemptions of one token are
 *  serialized, and each sees what the previous ones used up. */
export function lockEnrolmentToken(db: Queryable, id: string): Promise<RedeemableToken | null> {
  return db.first(lock<RedeemableToken>`
    SELECT ${COLUMNS}, minute_started_at, minute_count FROM enrolment_tokens
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid FOR NO KEY UPDATE`);
}

/** Writes the counters of a redemption to a token whose row is locked.
 *  @param counted without `uses` they stay as they are */
export async function countRedemption(
  db: Queryable,
  id: string,
  {
    minuteStartedAt,
    minuteCount,
    uses,
  }: { minuteStartedAt: Date; minuteCount: number; uses?: number },
): Promise<void> {
  await db.execute(write`
    UPDATE enrolment_tokens
    SET minute_started_at = ${minuteStartedAt}::timestamptz, minute_count = ${minuteCount}::int,
      uses = COALESCE(${uses ?? null}::int, uses)
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}
