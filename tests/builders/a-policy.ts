import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import type { PolicyOverrides } from "@/lib/tenants/security-policy";

/** Overrides parts of a tenant's security policy, as a row. */
export async function aPolicy(
  scope: TenantScope,
  overrides: Partial<PolicyOverrides>,
): Promise<void> {
  const { tenantId } = scope;
  await inTenant(scope, ({ sql }) =>
    sql.tenantSecurityPolicy.upsert({
      where: { tenantId },
      create: { tenantId, ...overrides },
      update: overrides,
    }),
  );
}
