import type { TenantTransaction } from "@/lib/db";
import { type Branding, brandingOf } from "@/lib/tenants/branding";
import { readTenant } from "@/lib/tenants/tenant-store";

/** How the tenant's hosted pages and emails look. */
export async function readBranding(transaction: TenantTransaction): Promise<Branding> {
  const { sql, tenantId } = transaction;
  const { name } = await readTenant(transaction);
  return brandingOf(name, await sql.tenantBranding.findUnique({ where: { tenantId } }));
}
