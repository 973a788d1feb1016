import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** A live operator token as it is found by its hash. The caller must check whether it has expired. */
export interface ResolvedOperatorToken {
  id: string;
  /** The platform's tenant. */
  tenantId: string;
  environmentId: string;
  name: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** The public id of the one tenant that it reaches; null for all of the installation. */
  onlyTenantPublicId: string | null;
}

/** Returns the token with this hash that was not revoked, or null. */
export async function resolveOperatorToken(
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedOperatorToken | null> {
  return unscoped.first(read<ResolvedOperatorToken>`
    SELECT token_id AS id, tenant_id, environment_id, name, expires_at, last_used_at, only_tenant_public_id
    FROM atrium_resolve_any_operator_token(${hash}::bytea)`);
}

/** Stores the hash of a new token.
 *  @returns its id */
export async function insertOperatorToken(
  db: Queryable,
  token: {
    name: string;
    tokenHash: Buffer<ArrayBuffer>;
    hint: string;
    expiresAt: Date | null;
    onlyTenantId: string | null;
  },
): Promise<string> {
  const { name, tokenHash, hint, expiresAt, onlyTenantId } = token;
  const row = await db.first(write<{ id: string }>`
    INSERT INTO operator_tokens (tenant_id, environment_id, name, token_hash, hint, expires_at, only_tenant_id)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${name}, ${tokenHash}::bytea, ${hint},
            ${expiresAt}::timestamptz, ${onlyTenantId}::uuid)
    RETURNING id`);
  if (!row) throw new Error("An operator token was not stored");
  return row.id;
}

/** Records that a token was used. */
export async function touchOperatorToken(db: Queryable, id: string, at: Date): Promise<void> {
  await db.execute(
    write`UPDATE operator_tokens SET last_used_at = ${at}::timestamptz WHERE id = ${id}::uuid`,
  );
}

/** An operator token without the token itself. */
export interface ListedOperatorToken {
  id: string;
  name: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** The public id of the one tenant that it reaches; null for all of the installation. */
  onlyTenant: string | null;
}

/** Lists every token that ever existed, oldest first. */
export async function listOperatorTokenRows(db: Queryable): Promise<ListedOperatorToken[]> {
  return db.query(read<ListedOperatorToken>`
    SELECT id, name, hint, created_at, expires_at, last_used_at, revoked_at, o.tenant_public_id AS only_tenant
    FROM operator_tokens LEFT JOIN atrium_operator_token_tenants() o ON o.token_id = id
    WHERE environment_id = ${db.environmentId}::uuid ORDER BY id`);
}

/** Marks a token revoked, once.
 *  @returns its name and hint when this call did it; null when it was revoked before; undefined for none */
export async function revokeOperatorTokenRow(
  db: Queryable,
  id: string,
  at: Date,
): Promise<{ name: string; hint: string } | null | undefined> {
  const found = await db.first(lock<{ name: string; hint: string; isNew: boolean }>`
    WITH held AS (
      SELECT id, name, hint, revoked_at FROM operator_tokens
      WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid FOR UPDATE),
    ended AS (
      UPDATE operator_tokens t SET revoked_at = ${at}::timestamptz
      FROM held WHERE t.id = held.id AND held.revoked_at IS NULL)
    SELECT name, hint, revoked_at IS NULL AS is_new FROM held`);
  if (!found) return undefined;
  return found.isNew ? { name: found.name, hint: found.hint } : null;
}
