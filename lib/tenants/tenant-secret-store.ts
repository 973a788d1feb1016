import type { TenantScope } from "@/lib/caller";
import { inTenant, queryBeforeTenant, type TenantTransaction } from "@/lib/db";
import { Kept } from "@/lib/kept";
import { singleton } from "@/lib/singleton";

export interface ResolvedTenantSecret extends TenantScope {
  secretId: string;
  environmentKey: string;
  tenantStatus: "active" | "disabled";
  lastUsedAt: Date | null;
}

const secrets = singleton("kept-tenant-secrets", () => new Kept<ResolvedTenantSecret>(5_000));
const isUsable = ({ tenantStatus }: ResolvedTenantSecret) => tenantStatus === "active";

/** The live secret with this hash of the tenant with this public id, or null. */
export function resolveTenantSecret(
  publicId: string,
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedTenantSecret | null> {
  return secrets.get(`${hash.toString("base64")} ${publicId}`, isUsable, async () => {
    const value = await readTenantSecret(publicId, hash);
    return value && { tenantId: value.tenantId, value };
  });
}

async function readTenantSecret(
  publicId: string,
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedTenantSecret | null> {
  const rows = await queryBeforeTenant<ResolvedTenantSecret>(
    "resolve-tenant-secret",
    `SELECT secret_id AS "secretId", tenant_id AS "tenantId", environment_id AS "environmentId",
            environment_key AS "environmentKey", tenant_status AS "tenantStatus", last_used_at AS "lastUsedAt"
     FROM atrium_resolve_tenant_secret($1, $2)`,
    [publicId, hash],
  );
  return rows[0] ?? null;
}

/** Notes that a secret was used. */
export async function touchTenantSecret(
  scope: TenantScope,
  secretId: string,
  at: Date,
): Promise<void> {
  await inTenant(scope, ({ sql }) =>
    sql.tenantSecret.updateMany({ where: { id: secretId }, data: { lastUsedAt: at } }),
  );
}

/** Which of the two slots hold a live secret. */
export async function liveSecretSlots({
  sql,
  environmentId,
}: TenantTransaction): Promise<number[]> {
  const rows = await sql.tenantSecret.findMany({
    where: { environmentId, revokedAt: null },
    select: { slot: true },
  });
  return rows.map((row) => row.slot);
}

/** Stores the hash of a new secret. */
export async function insertTenantSecret(
  { sql, tenantId, environmentId }: TenantTransaction,
  secret: { secretHash: Buffer<ArrayBuffer>; hint: string; slot: number },
): Promise<string> {
  const row = await sql.tenantSecret.create({ data: { ...secret, tenantId, environmentId } });
  return row.id;
}

/** A tenant secret as it may be shown. */
export interface ListedTenantSecret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The environment's live secrets, oldest first. */
export function listTenantSecretRows({
  sql,
  environmentId,
}: TenantTransaction): Promise<ListedTenantSecret[]> {
  return sql.tenantSecret.findMany({
    where: { environmentId, revokedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, hint: true, createdAt: true, lastUsedAt: true },
  });
}

/** Marks a secret revoked, once. */
export async function revokeTenantSecretRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
  at: Date,
): Promise<"revoked" | "revoked_before" | "unknown"> {
  const { count } = await sql.tenantSecret.updateMany({
    where: { id, environmentId, revokedAt: null },
    data: { revokedAt: at },
  });
  if (count === 1) return "revoked";
  const known = await sql.tenantSecret.count({ where: { id, environmentId } });
  return known === 1 ? "revoked_before" : "unknown";
}
