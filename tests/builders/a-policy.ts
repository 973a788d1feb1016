import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** Overrides parts of a tenant's security policy, as a row. */
export async function aPolicy(
  scope: TenantScope,
  { allowedFactors, ...others }: Partial<PolicyOverrides>,
): Promise<void> {
  const { tenantId } = scope;
  const overrides = {
    ...others,
    ...(allowedFactors ? { allowedFactors: [...allowedFactors] } : {}),
  };
  await inPrismaTransaction(scope, ({ prisma }) =>
    prisma.tenantSecurityPolicy.upsert({
      where: { tenantId },
      create: { tenantId, ...overrides },
      update: overrides,
    }),
  );
}
