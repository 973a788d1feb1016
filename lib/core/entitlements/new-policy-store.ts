import { type Queryable, write } from "@/lib/kernel/db/queryable";

/** Adds the entitlement policy of a new environment; every environment has one. */
export async function insertEntitlementPolicy(db: Queryable): Promise<void> {
  await db.execute(write`
    INSERT INTO entitlement_policies (environment_id, tenant_id)
    VALUES (${db.environmentId}::uuid, ${db.tenantId}::uuid)`);
}
