import type {
  EntitlementOverride,
  EntitlementPolicy,
} from "@/lib/core/entitlements/entitlement-policy";
import { assignments } from "@/lib/kernel/db/assignments";
import { lock, type Queryable, read, sql, write } from "@/lib/kernel/db/queryable";

type Settings = Omit<EntitlementPolicy, "overrides">;

/** Returns the environment-wide settings: the policy without its overrides. */
export async function readEntitlementSettings(db: Queryable): Promise<Settings> {
  const settings = await db.first(read<Settings>`
    SELECT mode, default_package_id FROM entitlement_policies
    WHERE environment_id = ${db.environmentId}::uuid`);
  if (!settings) throw new Error("unreachable: every environment has an entitlement policy");
  return settings;
}

/** Returns the environment's policy with its overrides, in a fixed order. */
export async function readEntitlementPolicy(db: Queryable): Promise<EntitlementPolicy> {
  const [settings, overrides] = await Promise.all([
    readEntitlementSettings(db),
    db.query(read<EntitlementOverride>`
      SELECT organization_id, entitlement, effect FROM entitlement_overrides
      WHERE environment_id = ${db.environmentId}::uuid ORDER BY organization_id, entitlement`),
  ]);
  return { ...settings, overrides };
}

/** Like `readEntitlementPolicy`, and locks the row until the transaction ends, so that two changes of it
 *  are serialized. */
export async function lockEntitlementPolicy(db: Queryable): Promise<EntitlementPolicy> {
  const [, policy] = await Promise.all([
    db.query(lock`
      SELECT FROM entitlement_policies WHERE environment_id = ${db.environmentId}::uuid FOR NO KEY UPDATE`),
    readEntitlementPolicy(db),
  ]);
  return policy;
}

/** Changes mode and default; absent fields stay. */
export async function updateEntitlementPolicy(
  db: Queryable,
  { mode, defaultPackageId }: Partial<Settings>,
): Promise<void> {
  const set = assignments({ mode, default_package_id: defaultPackageId, updated_at: sql`now()` });
  await db.execute(write`
    UPDATE entitlement_policies SET ${set} WHERE environment_id = ${db.environmentId}::uuid`);
}
