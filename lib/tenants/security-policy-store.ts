import type { TenantTransaction } from "@/lib/db";
import { resolvePolicy, type SecurityPolicy } from "@/lib/tenants/security-policy";

/** The tenant's policy as it is in force at this request. */
export async function readSecurityPolicy({
  sql,
  tenantId,
}: TenantTransaction): Promise<SecurityPolicy> {
  return resolvePolicy(await sql.tenantSecurityPolicy.findUnique({ where: { tenantId } }));
}
