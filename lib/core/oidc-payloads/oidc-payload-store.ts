import type { HostedRef } from "@/lib/core/oidc-payloads/hosted-session-ids";
import type { TenantScope } from "@/lib/kernel/caller";
import { seal, unseal } from "@/lib/kernel/crypto/seal";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { empty, lock, type Queryable, read, type Sql, sql, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Content that node-oidc-provider stores under one of its model names. */
export type PayloadContent = Record<string, unknown>;

/** A stored payload with the columns about it. */
export interface StoredPayload {
  content: PayloadContent;
  consumedAt: Date | null;
}

/** Values of a new payload. */
export interface NewPayload {
  model: string;
  /** The id as its holder presents it; only its hash is stored. */
  id: string;
  content: PayloadContent;
  grantId: string | null;
  /** The provider session it belongs to. */
  uid: string | null;
  userId: string | null;
  expiresAt: Date | null;
}

interface Row {
  key: Uint8Array;
  sealedPayload: Uint8Array;
  consumedAt: Date | null;
}

/** Key under which an id is stored. The id of a code, a token or a session is its secret. */
function payloadKey(id: string): Buffer<ArrayBuffer> {
  return hashSecret(id);
}

/** Writes a payload, or replaces the one with the same id. A consumed one stays consumed. */
export async function upsertPayload(db: Queryable, payload: NewPayload): Promise<void> {
  await db.execute(write`${upserting(db, payload)}`);
}

/** Like `upsertPayload`, unless the hosted session that the payload belongs to is revoked, or does not exist
 *  under its known id. Call it after `holdHostedSession` in one batch: a revocation then either comes before,
 *  or deletes the payload too.
 *  @param replaces id of the payload of the same model that this one succeeds, and the time: the statement
 *    that writes the successor consumes it, so that exactly one of the two exists at any moment. With
 *    `usedSince`, another request consumed it, at that time or later, and this is a second successor
 *  @returns whether it was written */
export async function upsertUnlessRevoked(
  db: Queryable,
  payload: NewPayload,
  session: HostedRef | null,
  replaces?: { id: string; at: Date; usedSince?: Date },
): Promise<boolean> {
  const unlessRevoked = sql`WHERE ${session ? isNotRevoked(db, session) : sql`true`}`;
  const written = replaces
    ? await db.execute(lock`
        WITH spent AS (${spending(db, payload.model, replaces)})
        ${upserting(db, payload, sql`${unlessRevoked} AND EXISTS (SELECT FROM spent)`)}`)
    : await db.execute(lock`${upserting(db, payload, unlessRevoked)}`);
  return written === 1;
}

function spending(
  db: Queryable,
  model: string,
  { id, at, usedSince }: { id: string; at: Date; usedSince?: Date },
): Sql {
  if (!usedSince) return consuming(db, model, id, at);
  return sql`
    SELECT model FROM oidc_payloads
    WHERE model = ${model} AND key = ${payloadKey(id)}::bytea AND environment_id = ${db.environmentId}::uuid
      AND consumed_at >= ${usedSince}::timestamptz
    FOR SHARE`;
}

function isNotRevoked({ environmentId }: Queryable, { uid, id }: HostedRef): Sql {
  if (id === undefined)
    return sql`NOT EXISTS (SELECT FROM sessions WHERE oidc_session_uid = ${uid}::text
      AND environment_id = ${environmentId}::uuid AND revoked_at IS NOT NULL)`;
  return sql`EXISTS (SELECT FROM sessions WHERE id = ${id}::uuid AND oidc_session_uid = ${uid}::text
    AND environment_id = ${environmentId}::uuid AND revoked_at IS NULL)`;
}

function upserting(
  { tenantId, environmentId }: Queryable,
  { model, id, content, grantId, uid, userId, expiresAt }: NewPayload,
  where: Sql = empty,
): Sql {
  const key = payloadKey(id);
  const sealed = seal("oidc-payload", sealContext(model, key), content);
  return sql`
    INSERT INTO oidc_payloads (model, key, tenant_id, environment_id, sealed_payload, grant_id, uid, user_id, expires_at)
    SELECT ${model}::text, ${key}::bytea, ${tenantId}::uuid, ${environmentId}::uuid, ${sealed}::bytea, ${grantId}::text,
           ${uid}::text, ${userId}::uuid, ${expiresAt}::timestamptz ${where}
    ON CONFLICT (model, key) DO UPDATE
    SET sealed_payload = excluded.sealed_payload, grant_id = excluded.grant_id, uid = excluded.uid,
        user_id = excluded.user_id, expires_at = excluded.expires_at
    WHERE oidc_payloads.environment_id = excluded.environment_id`;
}

/** Finds the payload with this id, expired or not: the provider checks the expiry. */
export async function findPayload(
  db: Queryable,
  model: string,
  id: string,
): Promise<StoredPayload | null> {
  const row = await db.first(read<Row>`
    SELECT key, sealed_payload, consumed_at FROM oidc_payloads
    WHERE model = ${model} AND key = ${payloadKey(id)}::bytea AND environment_id = ${db.environmentId}::uuid`);
  return opened(model, row);
}

/** Finds the provider's own session with this uid. */
export async function findSessionPayload(
  db: Queryable,
  uid: string,
): Promise<StoredPayload | null> {
  const row = await db.first(read<Row>`
    SELECT key, sealed_payload, consumed_at FROM oidc_payloads
    WHERE model = 'Session' AND uid = ${uid} AND environment_id = ${db.environmentId}::uuid
    ORDER BY created_at DESC LIMIT 1`);
  return opened("Session", row);
}

/** Returns the uid of the session that a browser's cookie names, without opening it. */
export async function sessionUidOfCookie(
  db: Queryable,
  cookie: string,
  at: Date,
): Promise<string | null> {
  const row = await db.first(read<{ uid: string | null }>`
    SELECT uid FROM oidc_payloads WHERE model = 'Session' AND key = ${payloadKey(cookie)}::bytea
      AND environment_id = ${db.environmentId}::uuid AND (expires_at IS NULL OR expires_at > ${at}::timestamptz)`);
  return row?.uid ?? null;
}

/** Consumes a code or token with one conditional UPDATE: exactly one of any number of
 *  parallel attempts gets true. */
export async function consumePayload(
  db: Queryable,
  model: string,
  id: string,
  at: Date,
): Promise<boolean> {
  return (await db.query(lock`${consuming(db, model, id, at)}`)).length === 1;
}

function consuming({ environmentId }: Queryable, model: string, id: string, at: Date): Sql {
  return sql`
    UPDATE oidc_payloads SET consumed_at = ${at}::timestamptz
    WHERE model = ${model} AND key = ${payloadKey(id)}::bytea AND environment_id = ${environmentId}::uuid
      AND consumed_at IS NULL
    RETURNING model`;
}

/** Deletes one payload.
 *  @returns whether it existed */
export async function deletePayload(db: Queryable, model: string, id: string): Promise<boolean> {
  const deleted = await db.execute(lock`
    DELETE FROM oidc_payloads WHERE model = ${model} AND key = ${payloadKey(id)}::bytea
      AND environment_id = ${db.environmentId}::uuid`);
  return deleted === 1;
}

/** Returns the environment that stores something with this id, for requests that contain nothing else. */
export function resolvePayload(model: string, id: string): Promise<TenantScope | null> {
  return unscoped.first(read<TenantScope>`
    SELECT tenant_id, environment_id FROM atrium_resolve_oidc_payload(${model}, ${payloadKey(id)}::bytea)`);
}

function opened(model: string, row: Row | null): StoredPayload | null {
  if (!row) return null;
  const content = unseal("oidc-payload", sealContext(model, row.key), row.sealedPayload);
  return { content: content as PayloadContent, consumedAt: row.consumedAt };
}

function sealContext(model: string, key: Uint8Array): string {
  return `${model}:${Buffer.from(key).toString("base64url")}`;
}
