import type { TenantScope } from "@/lib/kernel/caller";
import { lock, type Queryable, read, write } from "@/lib/kernel/db/queryable";
import { TenantCache } from "@/lib/kernel/db/tenant-cache";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { singleton } from "@/lib/kernel/process/singleton";

export interface ResolvedTenantSecret extends TenantScope {
  secretId: string;
  environmentKey: string;
  tenantStatus: "active" | "disabled";
  lastUsedAt: Date | null;
}

const secrets = singleton(
  "tenant-secret-cache",
  () => new TenantCache<ResolvedTenantSecret>("tenant_secrets", 5_000),
);
const isUsable = ({ tenantStatus }: ResolvedTenantSecret) => tenantStatus === "active";

/** Returns the live secret with this hash of the tenant with this public id, or null. */
export function resolveTenantSecret(
  publicId: string,
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedTenantSecret | null> {
  return secrets.get(`${hash.toString("base64")} ${publicId}`, isUsable, async () => {
    const value = await readTenantSecret(publicId, hash);
    return value && { tenantId: value.tenantId, value };
  });
}

function readTenantSecret(
  publicId: string,
  hash: Buffer<ArrayBuffer>,
): Promise<ResolvedTenantSecret | null> {
  return unscoped.first(read<ResolvedTenantSecret>`
    SELECT secret_id, tenant_id, environment_id, environment_key, tenant_status, last_used_at
    FROM atrium_resolve_tenant_secret(${publicId}, ${hash})`);
}

/** Records that a secret was used. */
export async function noteTenantSecretUse(
  db: Queryable,
  secretId: string,
  at: Date,
): Promise<void> {
  await db.execute(lock`
    UPDATE tenant_secrets SET last_used_at = ${at}::timestamptz
    WHERE id = ${secretId}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Returns which of the two slots hold a live secret. */
export async function liveSecretSlots(db: Queryable): Promise<number[]> {
  const rows = await db.query(read<{ slot: number }>`
    SELECT slot FROM tenant_secrets
    WHERE environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL`);
  return rows.map(({ slot }) => slot);
}

/** Stores the hash of a new secret.
 *  @returns its id
 *  @throws a unique violation when the slot holds a live secret */
export async function insertTenantSecret(
  db: Queryable,
  { secretHash, hint, slot }: { secretHash: Buffer<ArrayBuffer>; hint: string; slot: number },
): Promise<string> {
  const inserted = await db.first(write<{ id: string }>`
    INSERT INTO tenant_secrets (tenant_id, environment_id, secret_hash, hint, slot)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${secretHash}, ${hint}, ${slot}::int)
    RETURNING id`);
  if (!inserted) throw new Error("unreachable: an INSERT without a condition adds a row");
  return inserted.id;
}

/** A tenant secret without the secret itself. */
export interface ListedTenantSecret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Returns the environment's secret with this id, live or revoked. */
export function findTenantSecret(db: Queryable, id: string): Promise<ListedTenantSecret | null> {
  return db.first(read<ListedTenantSecret>`
    SELECT id, hint, created_at, last_used_at, revoked_at FROM tenant_secrets
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
}

/** Lists the environment's live secrets, oldest first. */
export function listTenantSecretRows(db: Queryable): Promise<ListedTenantSecret[]> {
  return db.query(read<ListedTenantSecret>`
    SELECT id, hint, created_at, last_used_at, revoked_at FROM tenant_secrets
    WHERE environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL
    ORDER BY id`);
}

/** Marks a secret revoked, once. */
export async function revokeTenantSecretRow(
  db: Queryable,
  id: string,
  at: Date,
): Promise<"revoked" | "revoked_before" | "unknown"> {
  const revoked = await db.execute(lock`
    UPDATE tenant_secrets SET revoked_at = ${at}::timestamptz
    WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid AND revoked_at IS NULL`);
  if (revoked === 1) return "revoked";
  const known = await db.first(read`
    SELECT FROM tenant_secrets WHERE id = ${id}::uuid AND environment_id = ${db.environmentId}::uuid`);
  return known ? "revoked_before" : "unknown";
}
