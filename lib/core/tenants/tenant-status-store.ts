import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Disables an active tenant or enables a disabled one, in that tenant's own transaction.
 *  @returns whether this call changed it */
export async function writeTenantStatus(
  db: Queryable,
  wanted: { status: "active" } | { status: "disabled"; at: Date; reason: string | null },
): Promise<boolean> {
  const { at, reason } = wanted.status === "disabled" ? wanted : { at: null, reason: null };
  const changed = await db.execute(lock`
    UPDATE tenants
    SET status = ${wanted.status}::tenant_status, disabled_at = ${at}::timestamptz, disabled_reason = ${reason}::text,
        updated_at = now()
    WHERE id = ${db.tenantId}::uuid AND status <> ${wanted.status}::tenant_status`);
  return changed === 1;
}
