import { beforeTenant, type TenantTransaction } from "@/lib/db";

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

/** The tenant that is known outside by this public id (`atr_…`), or null. */
export async function resolveTenant(
  publicId: string,
): Promise<{ tenantId: string; name: string; status: "active" | "disabled" } | null> {
  const rows = await beforeTenant.$queryRaw<
    { tenantId: string; name: string; status: "active" | "disabled" }[]
  >`SELECT tenant_id AS "tenantId", name, status FROM atrium_resolve_tenant(${publicId})`;
  return rows[0] ?? null;
}
