import type { TenantTransaction } from "@/lib/db";

/** A kind of organization that apps may be limited to. */
export interface OrganizationType {
  id: string;
  key: string;
  name: string;
}

const fields = { id: true, key: true, name: true } as const;

/** Adds an organization type.
 *  @throws a unique violation when the key is taken */
export function insertOrganizationType(
  { sql, tenantId, environmentId }: TenantTransaction,
  type: Omit<OrganizationType, "id">,
): Promise<OrganizationType> {
  return sql.organizationType.create({
    data: { ...type, tenantId, environmentId },
    select: fields,
  });
}

/** Every organization type of the environment, by key. */
export function listOrganizationTypes({
  sql,
  environmentId,
}: TenantTransaction): Promise<OrganizationType[]> {
  return sql.organizationType.findMany({
    where: { environmentId },
    select: fields,
    orderBy: { key: "asc" },
  });
}

/** An organization type's key together with the key of an environment that has it. */
export interface TypePair {
  organizationType: string;
  environment: string;
}

/** The type that a key means in one of the tenant's environments. */
export function findOrganizationType(
  { sql, tenantId }: TenantTransaction,
  environmentId: string,
  key: string,
): Promise<OrganizationType | null> {
  return sql.organizationType.findFirst({
    where: { tenantId, environmentId, key },
    select: fields,
  });
}

/** The pairs that are configured, in these environments or in all of the tenant's: the first `limit`, and
 *  how many there are. */
export async function listTypePairs(
  { sql, tenantId }: TenantTransaction,
  environmentIds: readonly string[] | null,
  limit: number,
): Promise<{ pairs: TypePair[]; total: number }> {
  const where = {
    tenantId,
    ...(environmentIds ? { environmentId: { in: [...environmentIds] } } : {}),
  };
  const total = await sql.organizationType.count({ where });
  const rows = await sql.organizationType.findMany({
    where,
    select: { key: true, environment: { select: { key: true } } },
    orderBy: [{ environment: { key: "asc" } }, { key: "asc" }],
    take: limit,
  });
  const pairs = rows.map((row) => ({
    organizationType: row.key,
    environment: row.environment.key,
  }));
  return { pairs, total };
}

/** The organization type with this id in the environment. */
export function findOrganizationTypeById(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<OrganizationType | null> {
  return sql.organizationType.findFirst({ where: { id, environmentId }, select: fields });
}

/** The same, holding the row until the transaction ends, so that two changes of it take turns. */
export async function lockOrganizationType(
  transaction: TenantTransaction,
  id: string,
): Promise<OrganizationType | null> {
  const { sql, environmentId } = transaction;
  await sql.$queryRaw`
    SELECT id FROM organization_types WHERE id = ${id}::uuid AND environment_id = ${environmentId}::uuid FOR UPDATE`;
  return findOrganizationTypeById(transaction, id);
}

/** Changes an organization type that is known to be in the environment. */
export function updateOrganizationType(
  { sql, environmentId }: TenantTransaction,
  id: string,
  changes: { name?: string },
): Promise<OrganizationType> {
  return sql.organizationType.update({
    where: { id, environmentId },
    data: changes,
    select: fields,
  });
}

/** How many organizations of the environment are of a type, and how many of its apps allow it by name. */
export async function countTypeUses(
  { sql, environmentId }: TenantTransaction,
  { id, key }: Pick<OrganizationType, "id" | "key">,
): Promise<{ organizations: number; apps: number }> {
  const organizations = await sql.workspace.count({
    where: { environmentId, organizationTypeId: id },
  });
  const apps = await sql.app.count({
    where: { environmentId, allowedOrganizationTypes: { has: key } },
  });
  return { organizations, apps };
}

/** Removes an organization type that nothing uses. */
export async function deleteOrganizationTypeRow(
  { sql, environmentId }: TenantTransaction,
  id: string,
): Promise<void> {
  await sql.organizationType.delete({ where: { id, environmentId } });
}
