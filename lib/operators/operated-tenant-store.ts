import type { TenantTransaction } from "@/lib/db";
import type { OperatedTenant } from "@/lib/operators/operated-tenant";

/** Which tenants a list holds. */
export interface TenantSearch {
  /** Part of the name, or the whole public id; all when absent. */
  q?: string | undefined;
  /** The public id of the last one seen; from the beginning when absent. */
  after?: string | undefined;
  /** The most that are wanted; all when absent. */
  atMost?: number | undefined;
}

/** Tenants by name. The database answers in a transaction of the platform only. */
export async function searchTenants(
  { sql }: TenantTransaction,
  { q, after, atMost }: TenantSearch,
): Promise<OperatedTenant[]> {
  return sql.$queryRaw<OperatedTenant[]>`
    SELECT public_id AS "publicId", name, status::text AS status, created_at AS "createdAt",
           disabled_at AS "disabledAt", disabled_reason AS "disabledReason", installation_limit AS "installationLimit",
           installation_maximum AS "installationMaximum", active_installations AS "activeInstallations", environments
    FROM atrium_operator_tenants(${q || null}, ${after ?? null}, ${atMost ?? null}::int)`;
}

/** The tenant of this transaction. */
export async function readOperatedRow({
  sql,
  tenantId,
}: TenantTransaction): Promise<OperatedTenant> {
  return sql.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    omit: { id: true, updatedAt: true },
    include: {
      environments: {
        select: { id: true, key: true, name: true, kind: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      },
    },
  });
}

/** Disables an active tenant or enables a disabled one, in that tenant's own transaction.
 *  @returns whether this call changed it */
export async function writeTenantStatus(
  { sql, tenantId }: TenantTransaction,
  wanted: { status: "active" } | { status: "disabled"; at: Date; reason: string | null },
): Promise<boolean> {
  const disabled = wanted.status === "disabled";
  const { count } = await sql.tenant.updateMany({
    where: { id: tenantId, status: disabled ? "active" : "disabled" },
    data: {
      status: wanted.status,
      disabledAt: disabled ? wanted.at : null,
      disabledReason: disabled ? wanted.reason : null,
    },
  });
  return count === 1;
}
