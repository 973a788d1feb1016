import type { TenantTransaction } from "@/lib/db";
import type { PolicyOverrides } from "@/lib/tenants/security-policy";

/** The tenant's overrides, held until this transaction ends: of two changes the second sees the first. */
export async function lockPolicyOverrides({
  sql,
  tenantId,
}: TenantTransaction): Promise<PolicyOverrides> {
  await sql.$executeRaw`
    INSERT INTO tenant_security_policies (tenant_id, updated_at) VALUES (${tenantId}::uuid, now()) ON CONFLICT DO NOTHING`;
  await sql.$queryRaw`
    SELECT 1 FROM tenant_security_policies WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
  const row = await sql.tenantSecurityPolicy.findUniqueOrThrow({ where: { tenantId } });
  const { tenantId: _, updatedAt: __, ...overrides } = row;
  return overrides;
}

/** Overrides fields, or with null lets them follow the platform again. */
export async function writePolicyOverrides(
  { sql, tenantId }: TenantTransaction,
  changes: Partial<PolicyOverrides>,
): Promise<void> {
  await sql.tenantSecurityPolicy.update({ where: { tenantId }, data: changes });
}
