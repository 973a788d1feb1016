import { lock, type Queryable } from "@/lib/kernel/db/queryable";

/** Disables an active tenant or enables a disabled one, in that tenant's own transaction.
 *  @returns whether this call changed it */
export async function writeTenantStatus(
  db: Queryable,
  input: { status: "active" } | { status: "disabled"; at: Date; reason: string | null },
): Promise<boolean> {
  const { at, reason } = input.status === "disabled" ? input : { at: null, reason: null };
  const changed = await db.execute(lock`
    UPDATE tenants
    SET status = ${input.status}::tenant_status, disabled_at = ${at}::timestamptz, disabled_reason = ${reason}::text,
        updated_at = now()
    WHERE id = ${db.tenantId}::uuid AND status <> ${input.status}::tenant_status`);
  return changed === 1;
}
