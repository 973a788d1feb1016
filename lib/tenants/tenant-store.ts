import type { TenantTransaction } from "@/lib/db";

/** Adds the tenant this transaction is bound to. */
export async function insertTenant(
  { sql, tenantId }: TenantTransaction,
  publicId: string,
  name: string,
): Promise<void> {
  await sql.tenant.create({ data: { id: tenantId, publicId, name } });
}

/** Adds an environment and its entitlement policy, which every environment has. */
export async function insertEnvironment(
  { sql, tenantId }: TenantTransaction,
  environment: {
    id: string;
    key: string;
    name: string;
    kind: "development" | "staging" | "production";
  },
): Promise<void> {
  await sql.environment.create({ data: { ...environment, tenantId } });
  await sql.entitlementPolicy.create({ data: { environmentId: environment.id, tenantId } });
}

/** The tenant's own row. */
export async function readTenant({ sql, tenantId }: TenantTransaction) {
  return sql.tenant.findUniqueOrThrow({ where: { id: tenantId } });
}
