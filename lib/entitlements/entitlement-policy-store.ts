import type { TenantTransaction } from "@/lib/db";
import type { EntitlementOverride, EntitlementPolicy } from "@/lib/entitlements/entitlement-policy";

const overrideFields = { organizationId: true, entitlement: true, effect: true } as const;

/** What the environment's policy says for everybody: the policy without its overrides. */
export function readEntitlementSettings({
  sql,
  environmentId,
}: TenantTransaction): Promise<Omit<EntitlementPolicy, "overrides">> {
  return sql.entitlementPolicy.findUniqueOrThrow({
    where: { environmentId },
    select: { mode: true, defaultPackageId: true },
  });
}

/** The environment's policy with its overrides, in a settled order. */
export async function readEntitlementPolicy(
  transaction: TenantTransaction,
): Promise<EntitlementPolicy> {
  const { sql, environmentId } = transaction;
  const policy = await readEntitlementSettings(transaction);
  const overrides = await sql.entitlementOverride.findMany({
    where: { environmentId },
    select: overrideFields,
    orderBy: [{ organizationId: "asc" }, { entitlement: "asc" }],
  });
  return { ...policy, overrides };
}

/** The same, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockEntitlementPolicy(
  transaction: TenantTransaction,
): Promise<EntitlementPolicy> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`SELECT mode FROM entitlement_policies WHERE environment_id = ${environmentId}::uuid FOR NO KEY UPDATE`;
  return readEntitlementPolicy(transaction);
}

/** Changes mode and default; what is absent stays. */
export async function updateEntitlementPolicy(
  { sql, environmentId }: TenantTransaction,
  changes: Partial<Omit<EntitlementPolicy, "overrides">>,
): Promise<void> {
  await sql.entitlementPolicy.update({ where: { environmentId }, data: changes });
}

/** Makes `overrides` the whole list. */
export async function replaceOverrides(
  { sql, tenantId, environmentId }: TenantTransaction,
  overrides: readonly EntitlementOverride[],
): Promise<void> {
  await sql.entitlementOverride.deleteMany({ where: { environmentId } });
  await sql.entitlementOverride.createMany({
    data: overrides.map((override) => ({ ...override, tenantId, environmentId })),
  });
}

/** Those of `organizationIds` that are no workspaces of the environment. */
export async function unknownWorkspaces(
  { sql, environmentId }: TenantTransaction,
  organizationIds: readonly string[],
): Promise<Set<string>> {
  const found = await sql.workspace.findMany({
    where: { environmentId, organizationId: { in: [...organizationIds] } },
    select: { organizationId: true },
  });
  const known = new Set(found.map(({ organizationId }) => organizationId));
  return new Set(organizationIds.filter((id) => !known.has(id)));
}

/** The override an organization has of an entitlement. */
export function findOverride(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  entitlement: string,
): Promise<EntitlementOverride | null> {
  return sql.entitlementOverride.findFirst({
    where: { environmentId, organizationId, entitlement },
    select: overrideFields,
  });
}

/** Adds an override, or gives the one there is another effect. */
export async function writeOverride(
  { sql, tenantId, environmentId }: TenantTransaction,
  { organizationId, entitlement, effect }: EntitlementOverride,
): Promise<void> {
  const id = { environmentId, organizationId, entitlement };
  await sql.entitlementOverride.upsert({
    where: { environmentId_organizationId_entitlement: id },
    create: { ...id, tenantId, effect },
    update: { effect },
  });
}

/** Removes an override. */
export async function deleteOverride(
  { sql, environmentId }: TenantTransaction,
  organizationId: string,
  entitlement: string,
): Promise<void> {
  await sql.entitlementOverride.deleteMany({
    where: { environmentId, organizationId, entitlement },
  });
}
