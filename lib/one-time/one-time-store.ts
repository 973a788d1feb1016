import type { TenantScope } from "@/lib/caller";
import { beforeTenant, Prisma, type TenantTransaction } from "@/lib/db";
import type { OneTimePurpose, OneTimeSecret } from "@/lib/one-time/one-time-secret";

/** What is stored of a new secret. */
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
export async function insertOneTimeSecret(
  transaction: TenantTransaction,
  secret: NewSecret,
): Promise<void> {
  await transaction.sql.$executeRaw(addingOneTimeSecret(transaction, secret));
}

/** The same as a part of a larger statement.
 *  @param from a FROM and WHERE: the hash is stored once for each row of them */
export function addingOneTimeSecret(
  { tenantId, environmentId }: TenantScope,
  secret: NewSecret,
  from: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO one_time_secrets (tenant_id, environment_id, user_id, purpose, secret_hash, emailed, payload, created_at, expires_at)
    SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${secret.userId}::uuid, ${secret.purpose}::one_time_purpose,
           ${secret.secretHash}::bytea, ${secret.emailed}::boolean, ${JSON.stringify(secret.payload)}::jsonb,
           ${secret.at}::timestamptz, ${secret.expiresAt}::timestamptz ${from}`;
}

/** Consumes a live secret of one of these purposes: one conditional UPDATE, so that of any number of
 *  parallel attempts exactly one gets the row and the others get null. */
export async function consumeOneTimeSecret(
  transaction: TenantTransaction,
  purposes: readonly OneTimePurpose[],
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<OneTimeSecret | null> {
  const [row] = await transaction.sql.$queryRaw<OneTimeSecret[]>`
    WITH held AS (${holdingOwner(transaction, secretHash)})
    ${consumingOneTimeSecret(transaction, purposes, secretHash, at)}
    RETURNING id, user_id AS "userId", purpose::text AS purpose, emailed, payload,
              created_at AS "createdAt", expires_at AS "expiresAt"`;
  return row ?? null;
}

/** Holds the user of a secret. Whoever ends what is a user's holds the user first and takes the secrets after; held in
 *  the other order the two could wait for each other. */
export function holdingOwner(
  { environmentId }: Pick<TenantScope, "environmentId">,
  secretHash: Buffer<ArrayBuffer>,
): Prisma.Sql {
  return Prisma.sql`
    SELECT id FROM users
    WHERE environment_id = ${environmentId}::uuid AND id = (
      SELECT user_id FROM one_time_secrets
      WHERE secret_hash = ${secretHash}::bytea AND environment_id = ${environmentId}::uuid)
    FOR UPDATE`;
}

/** The same as a part of a larger statement, which adds what else has to hold, and what it returns; `holdingOwner` goes
 *  before it by the name of `held`. */
export function consumingOneTimeSecret(
  { environmentId }: Pick<TenantScope, "environmentId">,
  purposes: readonly OneTimePurpose[],
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE one_time_secrets SET consumed_at = ${at}::timestamptz
    WHERE EXISTS (SELECT FROM held)
      AND secret_hash = ${secretHash}::bytea AND environment_id = ${environmentId}::uuid
      AND purpose::text = ANY(${[...purposes]}::text[]) AND consumed_at IS NULL AND withdrawn_at IS NULL
      AND expires_at > ${at}::timestamptz`;
}

/** Looks at a live secret without consuming it: opening a link spends nothing. */
export async function findLiveOneTimeSecret(
  { sql, environmentId }: TenantTransaction,
  purposes: readonly OneTimePurpose[],
  secretHash: Buffer<ArrayBuffer>,
  at: Date,
): Promise<OneTimeSecret | null> {
  const rows = await sql.$queryRaw<OneTimeSecret[]>`
    SELECT id, user_id AS "userId", purpose::text AS purpose, emailed, payload,
           created_at AS "createdAt", expires_at AS "expiresAt"
    FROM one_time_secrets
    WHERE secret_hash = ${secretHash} AND environment_id = ${environmentId}::uuid
      AND purpose::text = ANY(${[...purposes]}) AND consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${at}`;
  return rows[0] ?? null;
}

/** Makes a user's live secrets of these purposes worthless.
 *  @param payload only those whose payload holds all of this */
export async function withdrawOneTimeSecrets(
  transaction: TenantTransaction,
  userId: string,
  purposes: readonly OneTimePurpose[],
  at: Date,
  payload: Record<string, string> = {},
): Promise<void> {
  const which = Prisma.sql`purpose::text = ANY(${[...purposes]}) AND payload @> ${JSON.stringify(payload)}::jsonb`;
  await withdrawSecretsWhere(transaction, userId, which, at);
}

/** Makes those of a user's live secrets worthless for which a condition holds. Their rows are taken in the order of
 *  their ids, so that two who withdraw at once take turns. */
export async function withdrawSecretsWhere(
  { sql, environmentId }: TenantTransaction,
  userId: string,
  which: Prisma.Sql,
  at: Date,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT id FROM one_time_secrets
      WHERE user_id = ${userId}::uuid AND environment_id = ${environmentId}::uuid AND ${which}
        AND consumed_at IS NULL AND withdrawn_at IS NULL
      ORDER BY id FOR UPDATE)
    UPDATE one_time_secrets SET withdrawn_at = ${at} FROM held WHERE one_time_secrets.id = held.id`;
}

/** The environment a link's secret belongs to, for pages that know nothing else yet. */
export async function resolveOneTimeSecret(
  secretHash: Buffer<ArrayBuffer>,
): Promise<TenantScope | null> {
  const rows = await beforeTenant.$queryRaw<TenantScope[]>`
    SELECT tenant_id AS "tenantId", environment_id AS "environmentId" FROM atrium_resolve_one_time_secret(${secretHash})`;
  return rows[0] ?? null;
}
