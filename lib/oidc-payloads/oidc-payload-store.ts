import type { TenantScope } from "@/lib/caller";
import { seal, unseal } from "@/lib/crypto/seal";
import { hashSecret } from "@/lib/crypto/secrets";
import {
  atOnce,
  type PreparedSql,
  Prisma,
  queryBeforeTenant,
  runIn,
  type TenantTransaction,
} from "@/lib/db";

/** What node-oidc-provider stores under one of its model names. */
export type PayloadContent = Record<string, unknown>;

/** A stored payload with what the columns know of it. */
export interface StoredPayload {
  content: PayloadContent;
  consumedAt: Date | null;
}

interface NewPayload {
  model: string;
  /** The id as its holder presents it; only its hash is kept. */
  id: string;
  content: PayloadContent;
  grantId: string | null;
  /** The provider session it belongs to. */
  uid: string | null;
  userId: string | null;
  expiresAt: Date | null;
}

type EnvironmentOf = Pick<TenantScope, "environmentId">;

interface Row {
  key: Uint8Array;
  sealedPayload: Uint8Array;
  consumedAt: Date | null;
}

/** The key an id is stored under. The id of a code, a token or a session is its secret. */
export function payloadKey(id: string): Buffer<ArrayBuffer> {
  return hashSecret(id);
}

/** Writes a payload, in place of an earlier one with the same id. What was consumed stays consumed. */
export async function upsertPayload(
  transaction: TenantTransaction,
  payload: NewPayload,
): Promise<void> {
  await transaction.sql.$executeRaw(upserting(transaction, payload));
}

/** What came of writing a payload: it is there, its session was revoked, or what it replaces is used up or gone. */
export type Written = "written" | "revoked" | "spent";

/** The same unless the hosted session that the payload belongs to is revoked, in one round trip. The session's row
 *  is held, so that a revocation either comes before or takes the payload along.
 *  @param replaces the id of the payload of the same model that this one takes the place of, and when: it is used
 *    up by the statement that writes its successor, so that at any moment there is exactly one of the two */
export async function upsertUnlessRevoked(
  scope: TenantScope,
  payload: NewPayload,
  replaces?: { id: string; at: Date },
): Promise<Written> {
  const { uid, model } = payload;
  const session = Prisma.sql`SELECT revoked_at AS "revokedAt" FROM sessions
    WHERE oidc_session_uid = ${uid}::text AND environment_id = ${scope.environmentId}::uuid`;
  const held: PreparedSql<{ revokedAt: Date | null }> = {
    name: "hold-session-of-payload",
    sql: Prisma.sql`${session} FOR SHARE`,
  };
  // By the time that this one runs, the other has waited for whoever was revoking.
  const unlessRevoked = Prisma.sql`
    WHERE NOT EXISTS (SELECT FROM (${session}) ended WHERE "revokedAt" IS NOT NULL)`;
  const written: PreparedSql<{ model: string }> = replaces
    ? {
        name: "replace-oidc-payload",
        sql: Prisma.sql`WITH spent AS (${consuming(scope, model, replaces.id, replaces.at).sql})
          ${upserting(scope, payload, Prisma.sql`${unlessRevoked} AND EXISTS (SELECT FROM spent)`)}`,
      }
    : { name: "upsert-oidc-payload", sql: upserting(scope, payload, unlessRevoked) };
  const [[found], rows] = await atOnce(scope, [held, written], { mayWait: true });
  if (found?.revokedAt != null) return "revoked";
  return replaces && rows.length === 0 ? "spent" : "written";
}

function upserting(
  { tenantId, environmentId }: TenantScope,
  { model, id, content, grantId, uid, userId, expiresAt }: NewPayload,
  where = Prisma.empty,
): Prisma.Sql {
  const key = payloadKey(id);
  const sealed = seal("oidc-payload", sealContext(model, key), content);
  return Prisma.sql`
    INSERT INTO oidc_payloads (model, key, tenant_id, environment_id, sealed_payload, grant_id, uid, user_id, expires_at)
    SELECT ${model}::text, ${key}::bytea, ${tenantId}::uuid, ${environmentId}::uuid, ${sealed}::bytea, ${grantId}::text,
           ${uid}::text, ${userId}::uuid, ${expiresAt}::timestamptz ${where}
    ON CONFLICT (model, key) DO UPDATE
    SET sealed_payload = excluded.sealed_payload, grant_id = excluded.grant_id, uid = excluded.uid,
        user_id = excluded.user_id, expires_at = excluded.expires_at
    WHERE oidc_payloads.environment_id = excluded.environment_id
    RETURNING model`;
}

/** The payload with this id, expired or not: the provider judges its own times. */
export async function findPayload(
  transaction: TenantTransaction,
  model: string,
  id: string,
): Promise<StoredPayload | null> {
  const [row] = await runIn(transaction, payloadById(transaction, model, id));
  return opened(model, row);
}

/** The same in one round trip, for those who do nothing else in a transaction. */
export async function findPayloadAtOnce(
  scope: TenantScope,
  model: string,
  id: string,
): Promise<StoredPayload | null> {
  const [[row]] = await atOnce(scope, [payloadById(scope, model, id)]);
  return opened(model, row);
}

function payloadById(
  { environmentId }: EnvironmentOf,
  model: string,
  id: string,
): PreparedSql<Row> {
  const sql = Prisma.sql`
    SELECT key, sealed_payload AS "sealedPayload", consumed_at AS "consumedAt" FROM oidc_payloads
    WHERE model = ${model} AND key = ${payloadKey(id)}::bytea AND environment_id = ${environmentId}::uuid`;
  return { name: "oidc-payload", sql };
}

/** The provider's own session with this uid, in one round trip. */
export async function findSessionPayload(
  scope: TenantScope,
  uid: string,
): Promise<StoredPayload | null> {
  const sql = Prisma.sql`
    SELECT key, sealed_payload AS "sealedPayload", consumed_at AS "consumedAt" FROM oidc_payloads
    WHERE model = 'Session' AND uid = ${uid} AND environment_id = ${scope.environmentId}::uuid
    ORDER BY created_at DESC LIMIT 1`;
  const statement: PreparedSql<Row> = { name: "oidc-session-payload", sql };
  const [[row]] = await atOnce(scope, [statement]);
  return opened("Session", row);
}

/** The uid of the session a browser's cookie names, without opening it. */
export async function sessionUidOfCookie(
  { sql, environmentId }: TenantTransaction,
  cookie: string,
  at: Date,
): Promise<string | null> {
  const rows = await sql.$queryRaw<{ uid: string | null }[]>`
    SELECT uid FROM oidc_payloads WHERE model = 'Session' AND key = ${payloadKey(cookie)}
      AND environment_id = ${environmentId}::uuid AND (expires_at IS NULL OR expires_at > ${at})`;
  return rows[0]?.uid ?? null;
}

/** Marks a code or token as used: one conditional UPDATE, so that of any number of parallel attempts
 *  exactly one is told yes. */
export async function consumePayload(
  transaction: TenantTransaction,
  model: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const consumed = await runIn(transaction, consuming(transaction, model, id, at));
  return consumed.length === 1;
}

/** The same in one round trip. */
export async function consumePayloadAtOnce(
  scope: TenantScope,
  model: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const [consumed] = await atOnce(scope, [consuming(scope, model, id, at)], { mayWait: true });
  return consumed.length === 1;
}

function consuming(
  { environmentId }: EnvironmentOf,
  model: string,
  id: string,
  at: Date,
): PreparedSql<{ model: string }> {
  const sql = Prisma.sql`
    UPDATE oidc_payloads SET consumed_at = ${at}::timestamptz
    WHERE model = ${model} AND key = ${payloadKey(id)}::bytea AND environment_id = ${environmentId}::uuid
      AND consumed_at IS NULL
    RETURNING model`;
  return { name: "consume-oidc-payload", sql };
}

/** Removes one payload. */
export async function deletePayload(
  { sql, environmentId }: TenantTransaction,
  model: string,
  id: string,
): Promise<void> {
  await sql.$executeRaw`
    DELETE FROM oidc_payloads WHERE model = ${model} AND key = ${payloadKey(id)}
      AND environment_id = ${environmentId}::uuid`;
}

/** Removes everything of one kind that a grant gave rise to; of every kind without a model. */
export async function deletePayloadsOfGrant(
  transaction: TenantTransaction,
  grantId: string,
  model: string | null = null,
): Promise<void> {
  const ofGrant = Prisma.sql`p.grant_id = ${grantId} AND (${model}::text IS NULL OR p.model = ${model})`;
  await deletePayloadsWhere(transaction, ofGrant);
}

/** Removes several payloads. Their rows are taken in one order, so that of two who remove what belongs together
 *  neither waits for the other while holding what the other wants.
 *  @param which a condition on the table, which goes by `p` */
export async function deletePayloadsWhere(
  { sql, environmentId }: TenantTransaction,
  which: Prisma.Sql,
): Promise<void> {
  await sql.$executeRaw`
    WITH held AS (
      SELECT p.model, p.key FROM oidc_payloads p
      WHERE p.environment_id = ${environmentId}::uuid AND ${which}
      ORDER BY p.model, p.key FOR UPDATE)
    DELETE FROM oidc_payloads p USING held WHERE p.model = held.model AND p.key = held.key`;
}

/** The keys of what a condition names, and of everything that came out of the same grants. */
export function withGrants(which: Prisma.Sql, environmentId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT model, key FROM oidc_payloads WHERE ${which}
    UNION
    SELECT model, key FROM oidc_payloads WHERE environment_id = ${environmentId}::uuid
      AND grant_id IN (SELECT grant_id FROM oidc_payloads WHERE ${which} AND grant_id IS NOT NULL)`;
}

/** The environment in which something with this id is stored, for requests that name nothing else. */
export async function resolvePayload(model: string, id: string): Promise<TenantScope | null> {
  const [scope] = await queryBeforeTenant<TenantScope>(
    "resolve-oidc-payload",
    `SELECT tenant_id AS "tenantId", environment_id AS "environmentId" FROM atrium_resolve_oidc_payload($1, $2)`,
    [model, payloadKey(id)],
  );
  return scope ?? null;
}

function opened(model: string, row: Row | undefined): StoredPayload | null {
  if (!row) return null;
  const content = unseal("oidc-payload", sealContext(model, row.key), row.sealedPayload);
  return { content: content as PayloadContent, consumedAt: row.consumedAt };
}

function sealContext(model: string, key: Uint8Array): string {
  return `${model}:${Buffer.from(key).toString("base64url")}`;
}
