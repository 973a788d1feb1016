import { queryBeforeTenant, type TenantTransaction } from "@/lib/db";

/** A live operator token as it is found by its hash. Whether it has expired is for the caller to judge. */
export interface ResolvedOperatorToken {
  id: string;
  /** The platform's. */
  tenantId: string;
  environmentId: string;
  name: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** The token with this hash that was not revoked, or null. */
export async function resolveOperatorToken(
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedOperatorToken | null> {
  const rows = await queryBeforeTenant<ResolvedOperatorToken>(
    "resolve-operator-token",
    `SELECT token_id AS id, tenant_id AS "tenantId", environment_id AS "environmentId", name,
            expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
     FROM atrium_resolve_operator_token($1)`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Stores the hash of a new token. */
export async function insertOperatorToken(
  { sql, tenantId, environmentId }: TenantTransaction,
  token: { name: string; tokenHash: Buffer<ArrayBuffer>; hint: string; expiresAt: Date | null },
): Promise<string> {
  const row = await sql.operatorToken.create({ data: { ...token, tenantId, environmentId } });
  return row.id;
}

/** Notes that a token was used. */
export async function touchOperatorToken(
  { sql }: TenantTransaction,
  id: string,
  at: Date,
): Promise<void> {
  await sql.operatorToken.updateMany({ where: { id }, data: { lastUsedAt: at } });
}

/** An operator token as it may be shown. */
export interface ListedOperatorToken {
  id: string;
  name: string;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Every token there ever was, oldest first. */
export function listOperatorTokenRows({
  sql,
  environmentId,
}: TenantTransaction): Promise<ListedOperatorToken[]> {
  return sql.operatorToken.findMany({
    where: { environmentId },
    orderBy: { id: "asc" },
    omit: { tenantId: true, environmentId: true, tokenHash: true },
  });
}

/** Marks a token revoked, once.
 *  @returns its name and hint when this call did it; null when it was revoked before; undefined for none */
export async function revokeOperatorTokenRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<{ name: string; hint: string } | null | undefined> {
  const [revoked] = await sql.operatorToken.updateManyAndReturn({
    where: { id, environmentId, revokedAt: null },
    data: { revokedAt: at },
    select: { name: true, hint: true },
  });
  if (revoked) return revoked;
  return (await sql.operatorToken.count({ where: { id, environmentId } })) === 1 ? null : undefined;
}
