import { type Branding, brandingOf, type StoredBranding } from "@/lib/core/branding/branding";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

/** The columns of `StoredBranding`. */
const columns = sql`b.display_name, b.color, b.logo, b.support_url, b.terms_url, b.privacy_url`;

/** Returns the branding of the tenant's hosted pages and emails. */
export async function readBranding(db: Queryable): Promise<Branding> {
  const stored = await db.first(read<StoredBranding & { tenantName: string }>`
    SELECT t.name AS tenant_name, ${columns}
    FROM tenants t LEFT JOIN tenant_branding b ON b.tenant_id = t.id
    WHERE t.id = ${db.tenantId}::uuid`);
  if (!stored) throw new Error("A transaction is bound to a tenant that does not exist");
  const { tenantName, ...branding } = stored;
  return brandingOf(tenantName, branding);
}

/** Returns the tenant's stored branding, and serializes changes of it until this transaction ends. */
export async function lockBranding(db: Queryable): Promise<StoredBranding> {
  const [, stored] = await Promise.all([
    db.execute(
      lock`INSERT INTO tenant_branding (tenant_id) VALUES (${db.tenantId}::uuid) ON CONFLICT DO NOTHING`,
    ),
    db.first(lock<StoredBranding>`
      SELECT ${columns} FROM tenant_branding b WHERE b.tenant_id = ${db.tenantId}::uuid FOR UPDATE`),
  ]);
  if (!stored) throw new Error("unreachable: the row is there or was added just now");
  return stored;
}

/** Returns the tenant's stored branding; null when nothing is set. */
export function readStoredBranding(db: Queryable): Promise<StoredBranding | null> {
  return db.first(read<StoredBranding>`
    SELECT ${columns} FROM tenant_branding b WHERE b.tenant_id = ${db.tenantId}::uuid`);
}

/** Stores the branding of the tenant's pages and emails; null is not set. */
export async function writeBranding(db: Queryable, branding: StoredBranding): Promise<void> {
  const { displayName, color, logo, supportUrl, termsUrl, privacyUrl } = branding;
  await db.execute(write`
    UPDATE tenant_branding
    SET display_name = ${displayName}, color = ${color}, logo = ${logo}, support_url = ${supportUrl},
        terms_url = ${termsUrl}, privacy_url = ${privacyUrl}, updated_at = now()
    WHERE tenant_id = ${db.tenantId}::uuid`);
}
