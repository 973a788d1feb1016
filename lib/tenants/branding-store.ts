import type { TenantTransaction } from "@/lib/db";
import { type Branding, brandingOf, type StoredBranding } from "@/lib/tenants/branding";
import { readTenant } from "@/lib/tenants/tenant-store";

/** How the tenant's hosted pages and emails look. */
export async function readBranding(transaction: TenantTransaction): Promise<Branding> {
  const { sql, tenantId } = transaction;
  const { name } = await readTenant(transaction);
  return brandingOf(name, await sql.tenantBranding.findUnique({ where: { tenantId } }));
}

/** What the tenant set of it, held until this transaction ends: of two changes the second sees the first. */
export async function lockBranding({ sql, tenantId }: TenantTransaction): Promise<StoredBranding> {
  await sql.$executeRaw`
    INSERT INTO tenant_branding (tenant_id, updated_at) VALUES (${tenantId}::uuid, now()) ON CONFLICT DO NOTHING`;
  await sql.$queryRaw`SELECT 1 FROM tenant_branding WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
  return stored(await sql.tenantBranding.findUniqueOrThrow({ where: { tenantId } }));
}

/** What the tenant set of it; null where that is nothing. */
export async function readStoredBranding({
  sql,
  tenantId,
}: TenantTransaction): Promise<StoredBranding | null> {
  const row = await sql.tenantBranding.findUnique({ where: { tenantId } });
  return row && stored(row);
}

export async function writeBranding(
  { sql, tenantId }: TenantTransaction,
  changes: Partial<StoredBranding>,
): Promise<void> {
  await sql.tenantBranding.update({ where: { tenantId }, data: changes });
}

function stored(row: StoredBranding): StoredBranding {
  const { displayName, color, logo, supportUrl, termsUrl, privacyUrl } = row;
  return { displayName, color, logo, supportUrl, termsUrl, privacyUrl };
}
