import type { EntitlementOverride } from "@/lib/core/entitlements/entitlement-policy";
import { type Queryable, read, write } from "@/lib/kernel/db/queryable";

/** Replaces the whole list with `overrides`. */
export async function replaceOverrides(
  db: Queryable,
  overrides: readonly EntitlementOverride[],
): Promise<void> {
  const { tenantId, environmentId } = db;
  await Promise.all([
    db.execute(write`
      DELETE FROM entitlement_overrides WHERE environment_id = ${environmentId}::uuid`),
    db.execute(write`
      INSERT INTO entitlement_overrides (tenant_id, environment_id, organization_id, entitlement, effect)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, "organizationId", entitlement, effect
      FROM jsonb_to_recordset(${JSON.stringify(overrides)}::jsonb)
        AS _("organizationId" uuid, entitlement text, effect override_effect)`),
  ]);
}

/** Returns the ids that are no workspaces of the environment. */
export async function unknownWorkspaces(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<Set<string>> {
  const found = await db.query(read<{ organizationId: string }>`
    SELECT organization_id FROM workspaces
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ANY(${organizationIds}::uuid[])`);
  const known = new Set(found.map(({ organizationId }) => organizationId));
  return new Set(organizationIds.filter((id) => !known.has(id)));
}

/** Returns an organization's override of an entitlement. */
export function findOverride(
  db: Queryable,
  organizationId: string,
  entitlement: string,
): Promise<EntitlementOverride | null> {
  return db.first(read<EntitlementOverride>`
    SELECT organization_id, entitlement, effect FROM entitlement_overrides
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid
      AND entitlement = ${entitlement}`);
}

/** Adds an override, or changes the effect of the existing one. */
export async function writeOverride(
  db: Queryable,
  { organizationId, entitlement, effect }: EntitlementOverride,
): Promise<void> {
  await db.execute(write`
    INSERT INTO entitlement_overrides (tenant_id, environment_id, organization_id, entitlement, effect)
    VALUES (${db.tenantId}::uuid, ${db.environmentId}::uuid, ${organizationId}::uuid, ${entitlement},
      ${effect}::override_effect)
    ON CONFLICT (environment_id, organization_id, entitlement) DO UPDATE SET effect = excluded.effect`);
}

/** Removes an override. */
export async function deleteOverride(
  db: Queryable,
  organizationId: string,
  entitlement: string,
): Promise<void> {
  await db.execute(write`
    DELETE FROM entitlement_overrides
    WHERE environment_id = ${db.environmentId}::uuid AND organization_id = ${organizationId}::uuid
      AND entitlement = ${entitlement}`);
}
