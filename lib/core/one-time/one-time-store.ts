import type { OneTimePurpose, OneTimeSecret } from "@/lib/core/one-time/one-time-secret";
import type { TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** The columns of `OneTimeSecret`. */
const columns = sql`id, user_id, purpose, emailed, payload, created_at, expires_at`;

/** Stored fields of a new secret. */
export interface NewSecret {
  userId: string;
  purpose: OneTimePurpose;
  secretHash: Buffer<ArrayBuffer>;
  emailed: boolean;
  payload: Record<string, unknown>;
  at: Date;
  expiresAt: Date;
}

/** Stores the hash of a new secret. */
export async function insertOneTimeSecret(db: Queryable, secret: NewSecret): Promise<void> {
  await db.execute(write`
    INSERT INTO one_time_secrets (tenant_id, environment_id, user_id, purpose, secret_hash, emailed, payload, created_at, expires_at)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${secret.userId}::uuid, ${secret.purpose}::one_time_purpose,
            ${secret.secretHash}::bytea, ${secret.emailed}::boolean, ${JSON.stringify(secret.payload)}::jsonb,
            ${secret.at}::timestamptz, ${secret.expiresAt}::timestamptz)`);
}

/** Condition for a live secret of these purposes: it is of the environment, and neither spent, withdrawn
 *  nor expired. */
function live(
  { environmentId }: Pick<TenantScope, "environmentId">,
  purposes: readonly OneTimePurpose[],
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Sql {
  return sql`secret_hash = ${secretHash}::bytea AND environment_id = ${environmentId}::uuid
    AND purpose::text = ANY(${[...purposes]}::text[]) AND consumed_at IS NULL AND withdrawn_at IS NULL
    AND expires_at > ${at}::timestamptz`;
}

/** Consumes a live secret of one of these purposes: one conditional UPDATE, so that of any number of
 *  parallel attempts exactly one gets the row and the others get null. The statement locks the user of the
 *  secret first: transactions that end a user's access lock the user and then the secrets, and the other
 *  order could deadlock. */
export function consumeOneTimeSecret(
  db: Queryable,
  purposes: readonly OneTimePurpose[],
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<OneTimeSecret | null> {
  return db.first(lock<OneTimeSecret>`
    WITH held AS (
      SELECT id FROM users
      WHERE environment_id = ${db.environmentId}::uuid AND id = (
        SELECT user_id FROM one_time_secrets
        WHERE secret_hash = ${secretHash}::bytea AND environment_id = ${db.environmentId}::uuid)
      FOR UPDATE)
    UPDATE one_time_secrets SET consumed_at = ${at}::timestamptz
    WHERE EXISTS (SELECT FROM held) AND ${live(db, purposes, secretHash, at)}
    RETURNING ${columns}`);
}

/** Reads a live secret without consuming it: opening a link spends nothing. */
export function findLiveOneTimeSecret(
  db: Queryable,
  purposes: readonly OneTimePurpose[],
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<OneTimeSecret | null> {
  return db.first(read<OneTimeSecret>`
    SELECT ${columns} FROM one_time_secrets WHERE ${live(db, purposes, secretHash, at)}`);
}

/** Whether a user has a secret of this purpose that can still be redeemed. */
export async function hasLiveOneTimeSecret(
  db: Queryable,
  userId: string,
  purpose: OneTimePurpose,
  at: Date,
): Promise<boolean> {
  const found = await db.first(read<{ live: boolean }>`
    SELECT EXISTS (
      SELECT FROM one_time_secrets
      WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
        AND purpose = ${purpose}::one_time_purpose AND consumed_at IS NULL AND withdrawn_at IS NULL
        AND expires_at > ${at}::timestamptz) AS live`);
  return found?.live === true;
}

/** Withdraws a user's live secrets of these purposes.
 *  @param payload only those whose payload holds all of this */
export async function withdrawOneTimeSecrets(
  db: Queryable,
  userId: string,
  purposes: readonly OneTimePurpose[],
  at: Date,
  payload: Record<string, string> = {},
): Promise<void> {
  await withdrawWhere(
    db,
    userId,
    sql`purpose::text = ANY(${[...purposes]}::text[]) AND payload @> ${JSON.stringify(payload)}::jsonb`,
    at,
  );
}

/** Withdraws the secrets of a user that the service's own email carried. */
export function withdrawEmailedSecrets(db: Queryable, userId: string, at: Date): Promise<void> {
  return withdrawWhere(db, userId, sql`emailed`, at);
}

/** Withdraws every secret of a user: links of any origin, and grants. */
export function withdrawEverySecret(db: Queryable, userId: string, at: Date): Promise<void> {
  return withdrawWhere(db, userId, sql`true`, at);
}

/** Locks rows in the order of their ids, so that parallel withdrawals are serialized. */
async function withdrawWhere(db: Queryable, userId: string, which: Sql, at: Date): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM one_time_secrets
      WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid AND ${which}
        AND consumed_at IS NULL AND withdrawn_at IS NULL
      ORDER BY id FOR UPDATE)
    UPDATE one_time_secrets SET withdrawn_at = ${at}::timestamptz FROM held WHERE one_time_secrets.id = held.id`);
}

/** Deletes every secret of a user, with its payload. */
export async function deleteSecretsOfUser(db: Queryable, userId: string): Promise<void> {
  await db.execute(lock`
    WITH held AS (
      SELECT id FROM one_time_secrets
      WHERE user_id = ${userId}::uuid AND environment_id = ${db.environmentId}::uuid
      ORDER BY id FOR UPDATE)
    DELETE FROM one_time_secrets s USING held WHERE s.id = held.id`);
}

/** Returns the environment that a link's secret belongs to, for pages that know nothing else yet. */
export function resolveOneTimeSecret(secretHash: Buffer<ArrayBuffer>): Promise<TenantScope | null> {
  return unscoped.first(read<TenantScope>`
    SELECT tenant_id, environment_id FROM atrium_resolve_one_time_secret(${secretHash})`);
}
